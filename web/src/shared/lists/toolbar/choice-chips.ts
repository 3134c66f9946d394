import { formatDay } from '../../format';
import type { Chip } from './list-bar';

/** A filter with a choice of values: its parameter, its label, the value that is set, and the values. */
type Choice = readonly [
  parameter: string,
  label: string,
  value: string | undefined,
  options: readonly { value: string; label: string }[],
];

/** Describes the filters that are set, in words. */
export function choiceChips(choices: readonly Choice[]): Chip[] {
  return choices.flatMap(([parameter, label, value, options]) => {
    if (value === undefined) return [];
    const chosen = options.find((option) => option.value === value)?.label ?? value;
    return [{ parameter, label: `${label}: ${chosen}` }];
  });
}

/** Describes the days that a list is limited to, in words. */
export function dayChips({ from, to }: { from?: string; to?: string }): Chip[] {
  return [
    ...(from === undefined ? [] : [{ parameter: 'from', label: `From ${formatDay(from)}` }]),
    ...(to === undefined ? [] : [{ parameter: 'to', label: `Until ${formatDay(to)}` }]),
  ];
}
