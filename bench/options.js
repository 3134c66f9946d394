import { parseArgs } from 'node:util';

/**
 * The options of a run; ends the process with one line where they are not understood.
 *
 * @param {string[]} rowNames those that there are
 * @returns {{ only: string[], rounds: number, seconds: number }}
 */
export function readOptions(rowNames) {
  const { values } = parseArgs({
    options: {
      only: { type: 'string', default: rowNames.join(',') },
      rounds: { type: 'string', default: '3' },
      seconds: { type: 'string', default: '4' },
    },
  });
  const only = values.only.split(',');
  const unknown = only.filter((name) => !rowNames.includes(name));
  if (unknown.length > 0) {
    refuse(`There is no row ${unknown.join(', ')}; there are: ${rowNames.join(', ')}.`);
  }
  return { only, rounds: positive(values, 'rounds'), seconds: positive(values, 'seconds') };
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
