const AMOUNT = new Intl.NumberFormat('en-IN', {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
});
const COUNT = new Intl.NumberFormat('en-IN');
const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

/** Writes minor units with the digits grouped as in India: 12,34,567.00. */
export function amountText(amountMinor: number): string {
  return AMOUNT.format(amountMinor / 100);
}

/** Writes a number of units with the digits grouped as in India: 11,725. */
export function countText(count: number): string {
  return COUNT.format(count);
}

/** Writes a number of things with their name: 1 order, 11,725 units. */
export function plural(count: number, what: string): string {
  return `${countText(count)} ${what}${count === 1 ? '' : 's'}`;
}

/** Writes a rate in basis points as percent without superfluous zeros: 2.5%. */
export function rateText(rateBp: number): string {
  return `${rateBp / 100}%`;
}

/** Writes a day, YYYY-MM-DD, as 22 Nov 2026. */
export function dayText(day: string): string {
  const [year, month, date] = day.split('-').map(Number);
  return `${date} ${MONTHS[month! - 1]} ${year}`;
}
