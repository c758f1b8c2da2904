/* The registry of games, and the contract of a game's parts. Nothing else names a game: a game is an
   entry in GAMES and a folder games/<game>/, fetched only by the pages that show it
   (parts/game-parts.js).

   Styles: game.css, which several parts share, comes with every part; seat.css, table.css, setup.css,
   room.css, box.css and courses.css come with the part of that name. All exist (the last two only with
   that part).

   Parts. `live` is the snapshot (GET /api/v1/state), `seat` a number; a function returns what h() of
   lib/dom.js made (or null, or a keyed list of it) unless said otherwise. A part keeps its state in
   app.ui (parts/app.js), and acts only through act(), ask() and query().

   seat.js     a seat's phone
     chips(live, seat)       beside the player's name
     mat(live, seat)         the player's cards and figures, during the race
     danger(live, seat)      "crash" or "out" if the page stands in that form, else null; optional
     buttons(live, seat)     above the five buttons, for devices that may act: values, choices
     ownButtons(live, seat)  whether `buttons` stand in for the five buttons and for what the service
                             offers (`extra`) now; optional
     shortOk(live, seat, press)  `{text, go}` where OK does more here than its `press`, else null; optional
     extraSign(live, act)    the picture on a key that the service offers for this act, or null; optional
     announces(live, seat)   a list of words that a screen reader hears after the to-do; optional
     extras(live, seat)      a list of buttons beside those that the service offers (`extra`)
     resultNote(live, entry) beside the points of an entry of state.result; optional
   table.js    the table's page
     heading(live)           words: "Round 3"
     view(live, move)        the race in the large; move(seat, by) posts acts `shift`, null without
                             that right
     cry(live)               what has just happened to the player who is up, `{tone, words}` with
                             the style .cry-<tone>, or null; optional. The cues "out" and
                             "finished" of an event are shown by themselves
     finishWords(event)      shorter words for an event with the cue "finished"; optional
     mainButton(live)        a button in the box of what to do now, for devices that may act
     controls(live)          a list of buttons beside undo, redo and correct, for devices that may act
     resultNote(live, entry) as above; optional
     turnSteps               the acts within a turn that its last line repeats: the presentation's log
                             leaves them out; optional
   setup.js    the set-up. A draft is `{game, players: [{seat, name, colour, …own}], …}`, a form
               `{live, draft, wrong, put, part}`; put(draft) changes it
     players                 `{fewest, most, own, shared?, ownCards?, clockwise?}`; own: field -> its
                             values, each for one player; shared: fields with any value; ownCards: a
                             player's own card takes a seat; clockwise: the options list the seats by
                             their numbers
     playerMark(player)      a mark in the player's row, or null; optional
     playersNote(form)       below the players, or null; optional
     fresh()                 the defaults of the draft's other fields
     fromOptions(options, state)  those fields from a race's options, or from its state where its
                             set-up is reopened (else null)
     toOptions(draft, seats) the options beside `seats`, which are made of the players; with `seats` if
                             the game changes them
     faults(draft)           where ("limits") -> [message key, params] of what is missing or wrong
     repeated(draft)         the last race's draft, without what is chosen anew each time
     starters                how many players the start names: all (the most), or 1 who begins;
                             optional, together with starting()
     starting(draft, order)  the draft whose players start in this order of seats
     playerFields(form, at)  more fields of player `at`, folded away with colour and seat; the row
                             shows the faults at `players.<at>.<own field>`
     brief(draft)            `[where, ...words]`: what the race will be, in the line beside the start,
                             and the `data-at` of its part; optional
     sections(form)          a list of <fieldset class="part">: course, settings; what an evening
                             seldom changes with folded() or foldedRules() of parts/form-fields.js
   correction.js  the correction's sheet; fields.number(name, now, min, max), fields.choice(name, now,
               [[value, words]]) and fields.order(now) make fields labelled `ui.field_<name>`;
               correctableFigure() of parts/correction.js opens a field by its name
     seatFields(live, seat, fields)    for the act {correct, seat, set}
     raceFields(live, fields)          for the act {correct, set}
     seatActions(live, seat)           buttons for what else went wrong at a seat
   story.js    a race after its end (GET /api/v1/races/<id>/story)
     chartOptions            figure (of story.figures) -> `{from?, down?, least?, most?}`, as in
                             parts/charts.js
     opening(story)          what is shown before the charts; optional
     sections(story)         what else happened (story.moments)
     recordWords             kind -> function from its value to words, where a number does not do
   alerts.js   sounds and spoken words; fetched by phones with alerts on
     ALERTS                  event key -> [tone of pages/base/alerts.js, message key or undefined: the
                             event's text]
   room.js     the simulated room
     middle(live)            in the middle of the table
     note(live, seat)        words beside the name at a place
     hand(live, seat, handlersOf)  the cards in the hand; handlersOf(piece, before) gives the handlers of
                             a card that is laid on the reader and lifted, `before()` is called first
     laid(card)              the card on the reader, from the room's own state
   courses.js  the course book, for a game that has one
     fresh()                 a new course's `{limits, flag, laid}`
     shown(course, live)     a course of the book
     fields({draft, put, live})  its fields
   box.js      the owner's box (/boxes/<game>), for a game that has one; pages/box.js shows what is
               missing, the file, the example
     fresh()                 an empty box with every field
     sections(form)          a list of <section class="part">, each with a heading <h2>. A form is
                             `{live, box, put}`: box is complete, as of GET /api/v1/boxes/<game>;
                             put(box) shows and saves a changed box, put(change) the result of a
                             function of the current one; null without the right. Sheets are opened
                             with openSheet() of parts/sheet.js */

/** `icon`: of icons.svg. `buttons`: button -> icon, where the usual ones do not suit; optional.
    `how`: the lines of its sheet *How it goes*, `ui.how_<name>_<line>`; `howAt`: those shown when
    they are needed: at the order step, at a seat's first drift, on request for special pieces, with
    a tied result; optional. `box`: "track" if its box has track pieces, which courses are laid from;
    else it has cards, which races are played with. A game's name is `ui.game_<name>`, its description
    `ui.game_<name>_lead`. */
export const GAMES = {
  snow_tails: {
    icon: "dog",
    box: "track",
    how: ["cards", "speed", "pull", "drift", "diagonal", "limit", "crash", "hand", "out", "balanced", "bonus", "goal", "course", "flags", "stock", "first", "ahead_bend", "ahead_straight", "dots", "special", "sapling", "canyon", "drift_snow"],
    howAt: { order: ["ahead_bend", "ahead_straight", "dots"], drift: ["drift", "diagonal"], special: ["sapling", "canyon", "drift_snow"] },
    parts: {
      seat: () => import("./snow_tails/seat.js"),
      table: () => import("./snow_tails/table.js"),
      setup: () => import("./snow_tails/setup.js"),
      correction: () => import("./snow_tails/correction.js"),
      story: () => import("./snow_tails/story.js"),
      alerts: () => import("./snow_tails/alerts.js"),
      room: () => import("./snow_tails/room.js"),
      courses: () => import("./snow_tails/courses.js"),
      box: () => import("./snow_tails/box.js"),
    },
  },
  reindeer_races: {
    icon: "reindeer",
    how: ["spare", "rewards", "pile", "tie"],
    howAt: { tie: ["tie"] },
    buttons: { left: "reindeer", brake: "reindeer", right: "reindeer", event: "reindeer", ok: "ok" },
    parts: {
      seat: () => import("./reindeer_races/seat.js"),
      table: () => import("./reindeer_races/table.js"),
      setup: () => import("./reindeer_races/setup.js"),
      correction: () => import("./reindeer_races/correction.js"),
      story: () => import("./reindeer_races/story.js"),
      alerts: () => import("./reindeer_races/alerts.js"),
      room: () => import("./reindeer_races/room.js"),
      box: () => import("./reindeer_races/box.js"),
    },
  },
  husky: {
    icon: "sled",
    how: ["deal", "weather", "distance", "animals", "attack", "win"],
    buttons: { left: "snow", brake: "ice", right: "bush", event: "flag", ok: "ok" },
    parts: {
      seat: () => import("./husky/seat.js"),
      table: () => import("./husky/table.js"),
      setup: () => import("./husky/setup.js"),
      correction: () => import("./husky/correction.js"),
      story: () => import("./husky/story.js"),
      alerts: () => import("./husky/alerts.js"),
      room: () => import("./husky/room.js"),
      box: () => import("./husky/box.js"),
    },
  },
};
