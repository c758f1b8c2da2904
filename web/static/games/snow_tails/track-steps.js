/* Where a drift leads from a space. Pure: the reading of docs/acts.md, as the service has it, and
   what a piece says otherwise. A space is [lane, space]; one past the last space of a lane stands
   for the next piece. A piece's `drifts` are [lane, space, to lane, to space]. */

/** The spaces to which a drift leads from a space, for each neighbour lane. */
export function driftsFrom(piece, [lane, space]) {
  const beside = [lane - 1, lane + 1].filter((each) => each >= 1 && each <= piece.spaces.length);
  return beside.map((to) => given(piece, [lane, space], to) ?? [to, readTo(piece, [lane, space], to)]);
}

const given = ({ drifts = [] }, at, to) => drifts.find((each) => each.slice(0, 3).join() === [...at, to].join())?.slice(2);

/** The space of a neighbour lane whose rear edge is nearest to the front edge of a space; of two
    equally near the one farther back. Both are compared in whole parts of the piece. */
export function readTo({ spaces }, [lane, space], to) {
  const [one, other] = [spaces[lane - 1], spaces[to - 1]];
  const away = (after) => Math.abs(after * one - space * other);
  const edges = Array.from({ length: other + 1 }, (_, after) => after);
  return 1 + edges.reduce((best, after) => (away(after) < away(best) ? after : best));
}

/** Whether a drift of a piece makes sense: to a neighbour lane, at most one space off the reading. */
export function sensible(piece, [lane, space, to, end]) {
  const { spaces } = piece;
  if (Math.abs(lane - to) !== 1 || !spaces[lane - 1] || !spaces[to - 1]) return false;
  if (space > spaces[lane - 1] || end < 1 || end > spaces[to - 1] + 1) return false;
  return Math.abs(end - readTo(piece, [lane, space], to)) <= 1;
}

/** The piece after a tap on a space, while `from` (or null) is the one a drift leaves: the drift
    leads there, a further tap on a lane's last space lets it lead onto the next piece. Null where
    the tap chooses another space to leave. */
export function withDrift(piece, from, [lane, space]) {
  if (!from) return null;
  const now = driftsFrom(piece, from).find(([to]) => to === lane);
  const past = space === piece.spaces[lane - 1] && now?.join() === [lane, space].join();
  const drift = [...from, lane, past ? space + 1 : space];
  if (!sensible(piece, drift)) return null;
  const others = piece.drifts.filter((each) => each.slice(0, 3).join() !== drift.slice(0, 3).join());
  const read = drift[3] === readTo(piece, from, lane);
  return { ...piece, drifts: read ? others : [...others, drift] };
}
