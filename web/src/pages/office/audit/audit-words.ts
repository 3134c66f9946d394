import { variationText } from '../../../../../src/catalog/variations/variation-keys.ts';
import { capitalized, wordsOfName } from '../../../api/field-messages';
import { personText } from '../people/person';
import { formatCount, formatDay, formatMoney, formatTimestamp } from '../../../shared/format';

type Facts = Record<string, unknown> | null;

/** No names: a fact says who acted by the address of the time. */
const NO_NAMES: ReadonlyMap<string, string> = new Map();

/** Actions whose parts do not say in words what was done. */
const ACTIONS: Readonly<Record<string, string>> = {
  'chain.witnessed': 'Latest seal noted',
  'user.totp_enabled': 'One-time codes turned on',
  'user.totp_disabled': 'One-time codes turned off',
};

/** Writes an action in words, without the kind of its subject: `order.part_shipped` of an order is "Part shipped". */
export function actionText(action: string, subject: string): string {
  const [kind = '', done = ''] = action.replaceAll('_', ' ').split('.');
  const text = subject.startsWith(`${kind} `) || subject === kind ? done : `${kind} ${done}`;
  return ACTIONS[action] ?? capitalized(text.replace('cancelled', 'canceled'));
}

/** Writes the name of a fact in words; stock is recorded by the key of its variation. */
export function factName(name: string): string {
  // The key of a product without variations.
  if (name === '') return 'stock';
  if (name.includes(':')) return variationText(name);
  return wordsOfName(name.replace(/_minor$|_bp$/, ''));
}

/** Writes the value of a fact for people; amounts are in minor units there, as the audit log keeps them. */
export function factText(name: string, value: unknown): string {
  if (value == null || value === '') return '–';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number') return numberText(name, value);
  if (typeof value === 'string')
    return name.endsWith('_by') ? personText(value, NO_NAMES) : wordsOf(value);
  if (Array.isArray(value)) return value.map((one) => factText(name, one)).join('; ') || '–';
  return Object.entries(value)
    .map(([key, one]) => `${factName(key)} ${factText(key, one)}`)
    .join(', ');
}

/** Lists the facts that differ by name, with the values before and after; undefined: no value. */
export function changedFacts(
  before: Facts,
  after: Facts,
): [name: string, was: unknown, is: unknown][] {
  const names = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  return [...names]
    .map((name): [string, unknown, unknown] => [name, before?.[name], after?.[name]])
    .filter(([, was, is]) => JSON.stringify(was) !== JSON.stringify(is));
}

function numberText(name: string, value: number): string {
  if (name.endsWith('_minor')) return formatMoney(value / 100);
  if (name.endsWith('_bp')) return `${value / 100} %`;
  return /(^|_)id$/.test(name) ? String(value) : formatCount(value);
}

/** Writes times and days as pages do, and codes as words. */
function wordsOf(text: string): string {
  if (/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text)) return formatTimestamp(text);
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return formatDay(text);
  return /^[a-z]+(_[a-z]+)+$/.test(text) ? text.replaceAll('_', ' ') : text;
}
