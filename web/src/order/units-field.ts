import { itemText } from '../../../src/catalog/variations/variation-keys.ts';
import type { NumberInputProps } from '@mantine/core';
import { formatCount } from '../shared/format';

/** Units by the number of their line. Lines that are closed or opened meanwhile leave the units of the others where they are. */
export type UnitsByLine = Record<number, number | string>;

interface Line {
  line: number;
}

/** Lists the units of each line, to begin a form with. */
export function unitsByLine<Item extends Line>(
  lines: readonly Item[],
  unitsOf: (line: Item) => number,
): UnitsByLine {
  return Object.fromEntries(lines.map((line) => [line.line, unitsOf(line)]));
}

/** Lists the lines of which there are units, with their number. */
export function linesWithUnits(
  lines: readonly Line[],
  units: UnitsByLine,
): { line: number; quantity: number }[] {
  return lines
    .map(({ line }) => ({ line, quantity: Number(units[line] ?? 0) }))
    .filter(({ quantity }) => quantity > 0);
}

/** Makes a field for some of the units of a line of an order. */
export function unitsField(
  line: { name: string; variation: string | null },
  most: number,
): NumberInputProps {
  return {
    label: itemText(line),
    description: `Units, at most ${formatCount(most)}`,
    min: 0,
    max: most,
    clampBehavior: 'strict',
    allowDecimal: false,
    hideControls: true,
  };
}
