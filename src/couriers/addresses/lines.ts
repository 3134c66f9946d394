import type { CourierRules } from '../courier-gateway.js';

/**
 * Fits a name and an address into what a courier takes. Nothing is lost: a name that is too long is shortened, and begins the
 * address in full.
 *
 * @returns null: the address is too long
 */
export function fitConsignee(
  { name, address }: { name: string; address: string },
  rules: Pick<CourierRules, 'nameMax' | 'address'>,
): { name: string; lines: string[] } | null {
  const full = foldBlanks(name);
  const isShort = full.length <= rules.nameMax;
  const lines = splitAddress(isShort ? address : `${full}, ${address}`, rules.address);
  if (lines === null) return null;
  return { name: isShort ? full : shortened(full, rules.nameMax), lines };
}

/**
 * Splits an address into lines, at commas if all of it then fits, otherwise at blanks, too. It is never cut.
 *
 * @returns null: it does not fit
 */
export function splitAddress(
  text: string,
  { lines, lineMax }: CourierRules['address'],
): string[] | null {
  const rest = foldBlanks(text);
  if (rest === '') return [];
  if (lines === 0) return null;
  if (rest.length <= lineMax) return [rest];
  for (const isBreak of [isAfterComma, isAtBlank]) {
    const end = lastBreak(rest, lineMax, isBreak);
    const after = end > 0 && splitAddress(rest.slice(end), { lines: lines - 1, lineMax });
    if (after) return [rest.slice(0, end), ...after];
  }
  return null;
}

/** Replaces control characters and runs of blanks by one blank. */
export function foldBlanks(text: string): string {
  return text.replace(/[\s\p{Cc}]+/gu, ' ').trim();
}

function shortened(name: string, max: number): string {
  const end = lastBreak(name, max, isAtBlank);
  return name.slice(0, end > 0 ? end : max);
}

/** Finds the last place, at most `max` characters from the beginning, where a text may be split; 0: it may not. */
function lastBreak(
  text: string,
  max: number,
  isBreak: (text: string, end: number) => boolean,
): number {
  let end = max;
  while (end > 0 && !isBreak(text, end)) end -= 1;
  return end;
}

function isAfterComma(text: string, end: number): boolean {
  return text[end - 1] === ',';
}

function isAtBlank(text: string, end: number): boolean {
  return text[end] === ' ' || isAfterComma(text, end);
}
