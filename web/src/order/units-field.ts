import type { NumberInputProps } from '@mantine/core';
import { lineName } from './line-name';

/** Returns a field for some of the units of a line of an order. */
export function unitsField(
  line: { name: string; variation: string | null },
  most: number,
): NumberInputProps {
  return {
    label: lineName(line),
    description: `Units, at most ${most}`,
    min: 0,
    max: most,
    clampBehavior: 'strict',
    allowDecimal: false,
    hideControls: true,
  };
}
