import { spawnSync } from 'node:child_process';
import { isGstin } from './gstin.js';
import { STATES } from './states.js';

/** Debian's Python, to which Debian's package python3-stdnum belongs. */
const PYTHON = '/usr/bin/python3';
const SCRIPT = `
import sys
from stdnum.in_ import gstin
for line in sys.stdin:
    print(gstin.is_valid(line.strip()))
`;
const HAS_LIBRARY = spawnSync(PYTHON, ['-c', 'import stdnum.in_.gstin']).status === 0;

const CHARACTERS = [...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
const LETTERS = CHARACTERS.slice(10);
/** Kinds of companies and people: the fourth letter of a PAN, which only the library checks. */
const HOLDERS = ['A', 'B', 'C', 'F', 'G', 'H', 'L', 'J', 'P', 'T'];
/** States without those that the library does not know. */
const CODES = STATES.map(({ code }) => code).filter((code) => !['38', '97'].includes(code));

const any = <T>(from: readonly T[]): T => from[Math.floor(Math.random() * from.length)]!;
const several = (from: readonly string[], count: number): string =>
  Array.from({ length: count }, () => any(from)).join('');

/** Makes the first 14 characters of a GSTIN that could exist. */
function anyStart(): string {
  const digits = String(1 + Math.floor(Math.random() * 9_999)).padStart(4, '0');
  const pan = several(LETTERS, 3) + any(HOLDERS) + any(LETTERS) + digits + any(LETTERS);
  return `${any(CODES)}${pan}${any(CHARACTERS.slice(1))}Z`;
}

function withOneOther(gstin: string): string {
  const place = Math.floor(Math.random() * gstin.length);
  return gstin.slice(0, place) + any(CHARACTERS) + gstin.slice(place + 1);
}

(HAS_LIBRARY ? it : it.skip)('GSTINs are valid where python-stdnum finds them valid', () => {
  const starts = Array.from({ length: 200 }, anyStart);
  const ends = starts.flatMap((start) => CHARACTERS.map((character) => start + character));
  const valid = ends.filter(isGstin);
  expect(valid).toHaveLength(starts.length);
  const changed = Array.from({ length: 2_000 }, () => withOneOther(any(valid)));
  const all = [...ends, ...changed];
  const { stdout } = spawnSync(PYTHON, ['-c', SCRIPT], { input: all.join('\n'), encoding: 'utf8' });
  const answers = stdout.trim().split('\n');
  expect(answers).toHaveLength(all.length);
  const differing = all.filter(
    (gstin, index) => String(isGstin(gstin)) !== answers[index]!.toLowerCase(),
  );
  expect(differing).toEqual([]);
});
