/* The games that the pages can show, and how a page gets at its part of one. Nothing else knows a
   game by name; a game is an entry in GAMES and a folder games/<game>/, fetched only by the pages
   that show it.

   Its styles: game.css (what several parts show) comes with every part, and seat.css, table.css,
   setup.css, room.css, box.css with the part of that name. All are there (box.css where the game has
   that part), each at most 350 lines.

   Its parts. `live` is the snapshot (GET /api/v1/state), `seat` a number; every function gives what
   h() of dom.js made (or null, or a list of it, keyed) unless it says otherwise. No part keeps state
   of its own but in app.ui (core.js), and everything it does is act(), ask(), look().

   seat.js     a seat's phone
     chips(live, seat)       beside the player's name
     mat(live, seat)         what lies before the player; while the race goes on
     keys(live, seat)        above the five buttons, for who may act: values, choices, a finish
     extras(live, seat)      a list of keys beside those that the service offers (`extra`)
     resultNote(live, entry) beside the points of an entry of state.result; optional
   table.js    the table's page
     heading(live)           words: "Round 3"
     race(live, move)        the race in the large; move(seat, by) tells acts `shift`, null without
                             that right
     ask(live)               a key in the box of what to do now, for who may act (accept the order)
     controls(live)          a list of keys beside undo, redo and correct, for who may act
     resultNote(live, entry) as above; optional
   setup.js    the set-up. A draft is `{game, players: [{seat, name, colour, …own}], …}`, a form
               `{live, draft, wrong, put, part}`; put(draft) changes it
     players                 `{fewest, most, own, ownCards?, clockwise?}`; own: field -> its values, each
                             for one player; ownCards: a card of one's colour takes a seat; clockwise:
                             the options list the seats by their numbers
     fresh()                 the draft's other fields, as for somebody who has never played here
     fromOptions(options, state)  those of them that a race's options have, or its state where the
                             race is opened again (else null)
     toOptions(draft)        the options but for `seats` (which are made of the players)
     faults(draft)           where ("limits") -> [message key, params] of what is missing or wrong
     again(draft)            the last race's draft, without what is chosen anew each time
     playerFields(form, at)  more fields of player `at`
     parts(form)             a list of <fieldset class="part">: course, settings
   correct.js  the correction's sheet; fields.number(name, now, min, max), fields.choice(name, now,
               [[value, words]]) and fields.order(now) make fields called `ui.field_<name>`; a field of
               that name is opened by figurekey.js where the game shows its figure
     seatFields(live, seat, fields)    for the act {correct, seat, set}
     raceFields(live, fields)          for the act {correct, set}
     more(live, seat)                  other keys for what went wrong at a seat
   story.js    a race after its end (GET /api/v1/races/<id>/story)
     looks                   figure (of story.figures) -> `{from?, down?, least?, most?}`, how its chart
                             is scaled (charts.js); {} where nothing is said of it
     sections(story)         what else there is to tell (story.moments)
     records                 kind -> function from its value to words, where it is no mere number
   calls.js    what is called out and sounded; fetched where a phone has its sounds on
     CALLS                   event key -> [tone of feel.js, message key or undefined: the event's text]
   room.js     the simulated room
     middle(live)            in the middle of the table
     note(live, seat)        words beside the name at a place
     hand(live, seat, hold)  the cards in the hand; hold(piece, before) gives the handlers of a card
                             that is laid on the reader and lifted, `before()` is called first
     laid(card)              what lies on the reader, out of the room's own state
   courses.js  the course book, for a game that has one
     fresh()                 a new course's `{limits, flag}`
     shown(course)           a course of the book
     fields({draft, put})    where it is written
   box.js      the owner's box (/boxes/<game>), for a game that has one. box.js beside this folder shows
               what is missing, the file, the example
     fresh()                 an empty box, every field of it there
     parts(form)             a list of <section class="part">, each with a heading <h2>. A form is
                             `{live, box, put}`: box is whole, as of GET /api/v1/boxes/<game>; put(box)
                             shows the changed one and saves it at once, as does put(change), which
                             makes it of the one that stands there then; null for who may only look.
                             What is entered in a sheet is openSheet()'s (sheet.js) */

/** `icon`: of icons.svg. `buttons`: button -> icon, where others than Snow Tails' suit its five
    buttons; optional. A game is called `ui.game_<name>` and says of itself `ui.game_<name>_lead`. */
export const GAMES = {
  snow_tails: {
    icon: "dog",
    parts: {
      seat: () => import("./snow_tails/seat.js"),
      table: () => import("./snow_tails/table.js"),
      setup: () => import("./snow_tails/setup.js"),
      correction: () => import("./snow_tails/correction.js"),
      story: () => import("./snow_tails/story.js"),
      alerts: () => import("./snow_tails/alerts.js"),
      room: () => import("./snow_tails/room.js"),
      courses: () => import("./snow_tails/courses.js"),
    },
  },
  reindeer_races: {
    icon: "reindeer",
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
