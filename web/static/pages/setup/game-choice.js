/* Choosing the game in the set-up. */

import { h } from "../../lib/dom.js";
import { t } from "../../lib/words.js";
import { folded } from "../../parts/form-fields.js";
import { icon } from "../../parts/widgets.js";
import { GAMES } from "../../games/games.js";

/** The games as radio cards. `choose(game)`; `proposed`: by a card on a reader; `chosen`: the game
    was chosen before, so the choice is folded to one row. */
export function gameChoice({ draft }, choose, proposed, chosen = false) {
  const card = ([name, { icon: sign }]) =>
    h(
      "label",
      { class: "game-card", key: name },
      h("input", { type: "radio", name: "game", value: name, checked: draft.game === name, onchange: () => choose(name) }),
      icon(sign),
      h(
        "span",
        {},
        h("b", {}, t(`ui.game_${name}`)),
        h("small", {}, t(`ui.game_${name}_lead`)),
        name === proposed ? h("small", { class: "chip warm" }, icon("reader"), t("ui.game_by_card")) : null,
      ),
    );
  const cards = h("div", { class: "game-cards", key: "cards" }, Object.entries(GAMES).map(card));
  if (chosen) return folded("game", t(`ui.game_${draft.game}`), t("ui.other_game"), false, cards);
  return h("fieldset", { class: "part game", key: "game" }, h("legend", {}, t("ui.which_game")), cards);
}
