import type { NumberInputProps } from '@mantine/core';

/** Returns a field for some of the units of a line of an order. */
export function unitsField(
  { name, variation }: { name: string; variation: string | null },
  most: number,
): NumberInputProps {
  return {
    label: variation === null ? name : `${name}, ${variation}`,
    description: `Units, at most ${most}`,
    min: 0,
    max: most,
    clampBehavior: 'strict',
    allowDecimal: false,
    hideControls: true,
  };
}
