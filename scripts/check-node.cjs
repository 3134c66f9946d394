// Ends a start on a Node.js that is too old with one sentence, instead of with a syntax error. Loaded before the first module, so it is written
// in the syntax of old versions.
'use strict';

// oxlint-disable-next-line typescript/no-require-imports -- Old versions know no import.
var expected = require('../package.json').engines.node;

/** Reads the numbers of a version or of a range. */
function numbersOf(text) {
  return /(\d+)\.(\d+)\.(\d+)/.exec(text).slice(1).map(Number);
}

/** Returns true if this Node.js is within a range such as `^20.19.0` or `>=24.11.0`. */
function isWithin(range) {
  var least = numbersOf(range);
  var own = numbersOf(process.version);
  if (own[0] !== least[0]) return range[0] === '>' && own[0] > least[0];
  if (own[1] !== least[1]) return own[1] > least[1];
  return own[2] >= least[2];
}

if (!expected.split(' || ').some(isWithin)) {
  process.stderr.write(
    'Not started: this is Node.js ' + process.version + ', expected ' + expected + '\n',
  );
  process.exit(1);
}
