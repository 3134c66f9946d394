/** Number of the commit that the gate checks (.ci/run). Not set elsewhere: then every test runs. */
const { GATE_TURN } = process.env;

/**
 * Returns the things that are to be tested: all, or in the gate those whose turn it is at this commit.
 *
 * @param parts number of commits in a row that test all of them; by default, each commit tests one
 */
export function inTurn(things, parts = things.length) {
  if (GATE_TURN === undefined) return things;
  return things.filter((_, index) => index % parts === Number(GATE_TURN) % parts);
}

/** As {@link inTurn}, one of the kit's languages or databases; all of them if the kit has changed. */
export function ofKit(things) {
  return process.env.GATE_KIT === 'all' ? things : inTurn(things);
}

/** Defines a test that the gate leaves to `npm run check:release`. */
export function itBeforeRelease(...test) {
  if (GATE_TURN === undefined) it(...test);
}
itBeforeRelease.concurrent = (...test) => {
  if (GATE_TURN === undefined) it.concurrent(...test);
};
