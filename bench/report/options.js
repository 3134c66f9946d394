import { parseArgs } from 'node:util';

/**
 * Reads the options of a run. Ends the process with one line if they are invalid.
 *
 * @param {string[]} rows the names of all
 * @returns {{ only: string[], rounds: number, seconds: number }} `only`: the requested rows, by `--only a,b` or as words;
 *   all of them if none is named
 */
export function readOptions(rows) {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      only: { type: 'string', default: '' },
      rounds: { type: 'string', default: '3' },
      seconds: { type: 'string', default: '3' },
    },
  });
  const named = [...positionals, ...values.only.split(',')].filter((name) => name !== '');
  const unknown = named.filter((name) => !rows.includes(name));
  if (unknown.length > 0)
    refuse(`There is no row ${unknown.join(', ')}; there are: ${rows.join(', ')}.`);
  return {
    only: named.length > 0 ? named : rows,
    rounds: positive(values, 'rounds'),
    seconds: positive(values, 'seconds'),
  };
}

function positive(values, name) {
  const number = Number(values[name]);
  if (!Number.isInteger(number) || number < 1) refuse(`--${name} takes a whole number from 1.`);
  return number;
}

function refuse(line) {
  process.stderr.write(`${line}\n`);
  process.exit(2);
}
