import { open, readFile, type FileHandle } from 'node:fs/promises';
import { UsageError } from './errors.js';
import { replaceFile } from './position-file.js';

/** What was forwarded of an order. */
export interface Sent {
  /** Ids of its facts. */
  ids: string[];
  /** Hash of the rest of what was forwarded, see `restOf`; null: it was not. */
  rest: string | null;
  /** Time of its latest fact, in milliseconds since 1970. */
  at: number;
}

/** Orders that are remembered. Of others, what is older than what is remembered counts as forwarded. */
const ORDERS = 100_000;
/** Stands for the lists that began again, instead of an order. */
const RESETS = 'resets';

/**
 * What was forwarded of orders, in a file next to that of the position. Each line has what is new of an order.
 * - a line is written once an event was accepted, so that a killed process repeats one event at most
 */
export class SentEvents {
  private lines = 0;

  private constructor(
    private readonly path: string,
    private readonly orders: Map<string, Sent>,
    /** Facts of an order that is not remembered were forwarded up to this time. */
    private since: number,
    private file: FileHandle,
  ) {}

  /**
   * @param since time up to which everything was forwarded, if the file does not exist yet
   * @param isFirst true to begin from the start
   */
  static async open(path: string, since: number, isFirst: boolean): Promise<SentEvents> {
    const orders = new Map<string, Sent>();
    let known = since;
    for (const line of isFirst ? [] : await linesOf(path)) {
      const [number, ids, rest, at] = readLine(path, line);
      if (number === '') known = at;
      else add(orders, number, { ids, rest, at });
    }
    const sent = new SentEvents(path, orders, known, await open(path, 'a'));
    await sent.shorten();
    return sent;
  }

  /** Finds what was forwarded of an order. Of one that is not remembered, this is what happened before. */
  of(number: string, facts: readonly { id: string; at: number }[]): Sent {
    const old = facts.filter(({ at }) => at <= this.since);
    return this.orders.get(number) ?? { ids: old.map(({ id }) => id), rest: null, at: 0 };
  }

  /** Remembers what was forwarded of an order now, and before. */
  async add(number: string, before: Sent, now: Sent): Promise<void> {
    const isKnown = this.orders.has(number);
    const { ids, rest, at } = add(this.orders, number, {
      ...now,
      ids: isKnown ? now.ids : [...before.ids, ...now.ids],
    });
    await this.file.appendFile(lineOf(number, { ids: isKnown ? now.ids : ids, rest, at }));
    await this.file.datasync();
    this.lines += 1;
    if (this.lines > 2 * ORDERS) await this.shorten();
  }

  /** Remembers that the list begins again, and forgets the rest of all orders, so that each is forwarded again. */
  async begin(reset: string): Promise<void> {
    for (const sent of this.orders.values()) sent.rest = null;
    add(this.orders, RESETS, { ids: [reset], rest: null, at: 0 });
    await this.shorten();
  }

  /** Returns true if {@link begin} was called for a list that begins again. */
  hasBegun(reset: string): boolean {
    return this.orders.get(RESETS)?.ids.includes(reset) ?? false;
  }

  /** Writes a line for each order, without those that have not changed for longest. */
  private async shorten(): Promise<void> {
    for (const [number, { at }] of this.orders) {
      if (this.orders.size <= ORDERS) break;
      this.orders.delete(number);
      this.since = Math.max(this.since, at);
    }
    const lines = [...this.orders].map(([number, sent]) => lineOf(number, sent));
    const first = lineOf('', { ids: [], rest: null, at: this.since });
    await this.file.close();
    await replaceFile(this.path, [first, ...lines].join(''));
    this.file = await open(this.path, 'a');
    this.lines = this.orders.size;
  }
}

/** Adds to what is remembered of an order, which becomes the latest. */
function add(orders: Map<string, Sent>, number: string, { ids, rest, at }: Sent): Sent {
  const before = orders.get(number);
  const after = {
    ids: [...new Set([...(before?.ids ?? []), ...ids])],
    rest: rest ?? before?.rest ?? null,
    at: Math.max(at, before?.at ?? 0),
  };
  orders.delete(number);
  orders.set(number, after);
  return after;
}

type Line = [number: string, ids: string[], rest: string | null, at: number];

function lineOf(number: string, { ids, rest, at }: Sent): string {
  return `${JSON.stringify([number, ids, rest, at] satisfies Line)}\n`;
}

/** Reads the whole lines of a file; a process may have been killed while it wrote the last one. */
async function linesOf(path: string): Promise<string[]> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    return '';
  });
  return text.split('\n').slice(0, -1);
}

function readLine(path: string, text: string): Line {
  try {
    const line = JSON.parse(text) as Line;
    if (Array.isArray(line) && Array.isArray(line[1])) return line;
  } catch {
    // Said below, in a sentence.
  }
  throw new UsageError(`${path} is damaged: remove it, and changes are forwarded from now on`);
}
