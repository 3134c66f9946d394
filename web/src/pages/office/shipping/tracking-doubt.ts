/** Letters and digits that the numbers of couriers have at least. */
const TRACKING_MIN = 6;
/** Numbers of one length after which another length is noticed. */
const RECENT_MIN = 3;

/**
 * Says why a tracking number may be a part of one; null: it looks whole.
 *
 * @param recent tracking numbers with which the person has just shipped
 */
export function doubtOf(number: string, recent: readonly string[]): string | null {
  const length = lengthOf(number);
  if (length < TRACKING_MIN) return `${number} is short for a tracking number.`;
  const [usual, another] = new Set(recent.map(lengthOf));
  if (recent.length < RECENT_MIN || another !== undefined || usual === length) return null;
  return `${number} has ${length} characters, the last numbers had ${usual}.`;
}

function lengthOf(number: string): number {
  return number.replaceAll(/[^\p{L}\p{N}]/gu, '').length;
}
