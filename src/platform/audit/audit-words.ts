// Imports nothing that needs the service: the web application uses this file too.
import { plural } from '../figures.js';
import { capitalized, wordsOfName } from '../table-export/name-words.js';

type Facts = object | null;

/** How pages or files write values. */
interface Formats {
  amount: (amountMinor: number) => string;
  count: (count: number) => string;
  day: (day: string) => string;
  time: (iso: string) => string;
  /** Writes the key of a variation. */
  variation: (key: string) => string;
}

/** Actions whose parts do not say in words what was done. */
const ACTIONS: Readonly<Record<string, string>> = {
  'chain.witnessed': 'Latest seal noted',
  'user.totp_enabled': 'One-time codes turned on',
  'user.totp_disabled': 'One-time codes turned off',
};

/** Names of those who act without a person, where the service has another word. */
const ACTORS: Readonly<Record<string, string>> = {
  operator: 'Admin token',
  service: 'The service',
};

const NO_NAMES: ReadonlyMap<string, string> = new Map();

/**
 * Writes the name of a person who acted, else the email address; the service names people as `user 5 <mail>`.
 *
 * @param names by `user 5`
 */
export function personText(actor: string, names = NO_NAMES): string {
  const [, id, email, token] = /^user (\d+)(?: <(.*)>)?( token \d+)?$/.exec(actor) ?? [];
  if (id !== undefined) {
    const name = names.get(`user ${id}`) ?? email ?? `Person ${id}`;
    return token === undefined ? name : `${name}, by token`;
  }
  return ACTORS[actor] ?? capitalized(actor);
}

/** Writes an action in words, without the kind of its subject: `order.part_shipped` of an order is "Part shipped". */
export function actionText(action: string, subject: string): string {
  const [kind = '', done = ''] = action.replaceAll('_', ' ').split('.');
  const text = subject.startsWith(`${kind} `) || subject === kind ? done : `${kind} ${done}`;
  return ACTIONS[action] ?? capitalized(text.replace('cancelled', 'canceled'));
}

/** Lists the facts that differ by name, with the values before and after; undefined: no value. */
export function changedFacts(
  before: Facts,
  after: Facts,
): [name: string, was: unknown, is: unknown][] {
  const was = new Map<string, unknown>(Object.entries(before ?? {}));
  const is = new Map<string, unknown>(Object.entries(after ?? {}));
  return [...new Set([...was.keys(), ...is.keys()])]
    .map((name): [string, unknown, unknown] => [name, was.get(name), is.get(name)])
    .filter(([, old, now]) => JSON.stringify(old) !== JSON.stringify(now))
    .map(([name, old, now]) =>
      name === 'images'
        ? [name, undefined, picturesText(listOf(old), listOf(now))]
        : [name, old, now],
    );
}

/** Says how the pictures of a product changed: their addresses say nothing to people. */
function picturesText(before: readonly unknown[], after: readonly unknown[]): string {
  const added = after.filter((one) => !before.includes(one)).length;
  const removed = before.filter((one) => !after.includes(one)).length;
  const parts = [
    ...(added > 0 ? [`${plural(added, 'photo')} added`] : []),
    ...(removed > 0 ? [`${plural(removed, 'photo')} removed`] : []),
  ];
  return parts.join(', ') || 'other order';
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

interface FactWords {
  factName: (name: string) => string;
  factText: (name: string, value: unknown) => string;
}

/** Makes the functions that write the names and values of facts. */
export function factWords(formats: Formats): FactWords {
  /** Writes the name of a fact in words; stock is recorded by the key of its variation. */
  function factName(name: string): string {
    // The key of a product without variations.
    if (name === '') return 'stock';
    if (name.includes(':')) return formats.variation(name);
    return wordsOfName(name.replace(/_minor$|_bp$/, ''));
  }

  /** Writes the value of a fact for people; amounts are in minor units there, as the audit log keeps them. */
  function factText(name: string, value: unknown): string {
    if (value == null || value === '') return '–';
    if (typeof value === 'boolean') return value ? 'yes' : 'no';
    if (typeof value === 'number') return numberText(name, value);
    // A fact says who acted by the address of the time.
    if (typeof value === 'string') return name.endsWith('_by') ? personText(value) : wordsOf(value);
    if (Array.isArray(value)) return value.map((one) => factText(name, one)).join('; ') || '–';
    return Object.entries(value)
      .map(([key, one]) => `${factName(key)} ${factText(key, one)}`)
      .join(', ');
  }

  function numberText(name: string, value: number): string {
    if (name.endsWith('_minor')) return formats.amount(value);
    if (name.endsWith('_bp')) return `${value / 100} %`;
    return /(^|_)id$/.test(name) ? String(value) : formats.count(value);
  }

  /** Writes times and days as pages do, and codes as words. */
  function wordsOf(text: string): string {
    // What a person typed may only look like one.
    const isTime = !Number.isNaN(Date.parse(text));
    if (isTime && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text)) return formats.time(text);
    if (isTime && /^\d{4}-\d\d-\d\d$/.test(text)) return formats.day(text);
    return /^[a-z]+(_[a-z]+)+$/.test(text) ? text.replaceAll('_', ' ') : text;
  }

  return { factName, factText };
}
