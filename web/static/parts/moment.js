/* The moment of the newest turn: out of the race, or at the finish. The rules mark it by its cue, the
   same in every game. */

const ENDS = ["done", "undo", "redo"]; // the acts after which an earlier moment is over
const CUES = ["out", "finished"];

/** Whether this seat is at the finish now. */
export const finishes = (live, seat) => momentOf(live)?.cue === "finished" && momentOf(live).seat === seat;

/** The event of this moment, until the next turn ends; null without one. */
export function momentOf({ log }) {
  const moment = ({ events }) => CUES.map((cue) => events.find((event) => event.cue === cue)).find(Boolean);
  const line = log.findLast((each) => ENDS.includes(each.act) || moment(each));
  return (line && moment(line)) ?? null;
}
