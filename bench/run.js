// `npm run bench`: compares the service with the limit of this machine. See bench/README.md.
import { Bench } from './rows/bench.js';
import { whyBusy } from './measure/busy.js';
import { NotOffered } from './rows/comparison.js';
import { machine } from './measure/machine.js';
import { readOptions } from './report/options.js';
import { storeFigures } from './report/figures-file.js';
import { mainFigure } from './report/goal.js';
import { tableLine, TABLE_HEAD } from './report/report.js';
import { describeRun } from './report/tables.js';
import { ROWS } from './rows/rows.js';
import { MissingToolError, wrkVersion } from './shop/tools.js';
import { say } from './report/say.js';
import { openWorkspace } from './shop/workspace.js';

/** The major version in the image. Only its figures are stored. */
const RECOMMENDED_NODE = 24;

try {
  process.exitCode = await run(readOptions(ROWS.map(({ name }) => name)));
} catch (error) {
  if (!(error instanceof MissingToolError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}

/** Measures the rows and returns the exit status: 0 if none failed. */
async function run({ only, rounds, seconds }) {
  const wrk = wrkVersion();
  const busy = await whyBusy();
  if (busy) say(busy);
  const workspace = await openWorkspace();
  try {
    const postgres = await workspace.postgresVersion();
    const run = { ...machine(), postgres, wrk, rounds, seconds };
    say(`${describeRun(run)}\n\n${TABLE_HEAD}`);
    const bench = new Bench(workspace, { rounds, seconds });
    const results = [];
    for (const row of ROWS.filter(({ name }) => only.includes(name))) {
      if (workspace.isClosing) return 1;
      const result = await measure(bench, row);
      say(tableLine(result));
      results.push(result);
    }
    const isWhole = only.length === ROWS.length && results.every(mainFigure);
    const isRecommended = run.node.startsWith(`${RECOMMENDED_NODE}.`);
    if (!busy && isWhole && isRecommended) storeFigures('service', run, results);
    return exitStatus(results);
  } finally {
    await workspace.close();
  }
}

/** Measures a row and returns its result; a row that fails does not end the run. */
async function measure(bench, row) {
  try {
    return await row.measure(bench);
  } catch (error) {
    const { name, unit, goal } = row;
    const why =
      error instanceof NotOffered ? { note: error.message } : { failed: firstLine(error) };
    return { row: name, unit, goal, ...why };
  }
}

function exitStatus(results) {
  return results.some(({ failed }) => failed) ? 1 : 0;
}

function firstLine({ message }) {
  return message.split('\n')[0];
}
