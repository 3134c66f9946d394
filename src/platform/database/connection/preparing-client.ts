import { ResilientClient, type ResilientConfig } from '../resilient-client.js';

const BEGIN = /^START TRANSACTION$/;
const END = /^(COMMIT|ROLLBACK)$/;
/** One statement, with a plan. */
const PLANNED = /^[\s(]*(SELECT|WITH|INSERT|UPDATE|DELETE)\b[^;]*$/;

/** Number of runs after which a text is prepared. Most texts are rare, and each prepared one takes memory of the server. */
const USES = 3;
const COUNTED_MAX = 1_000;
const PREPARED_MAX = 250;

type Query = (...args: unknown[]) => Promise<unknown>;

/**
 * A connection of the pool that keeps its session. It prepares repeated statements of transactions, which take longer to plan
 * than to run.
 * - they avoid sequential scans: a plan that was made for an empty table must not read all of a full one
 * - statements of snapshots, which also make reports, are planned each time
 */
export class PreparingClient extends ResilientClient {
  private readonly uses = new Map<string, number>();
  private readonly names = new Map<string, string>();
  private isChanging = false;

  constructor(config: ResilientConfig = {}) {
    super(config);
    const query = this.query.bind(this) as Query;
    this.query = ((...args: unknown[]) => {
      const [text, values, ...rest] = args;
      if (typeof text !== 'string') return query(...args);
      const name = this.isChanging ? this.nameOf(text) : undefined;
      if (name !== undefined) return query({ name, text, values }, ...rest);
      return query(this.follow(text), ...args.slice(1));
    }) as typeof this.query;
  }

  /** Follows where transactions begin and end, and gives them their setting. */
  private follow(text: string): string {
    if (BEGIN.test(text)) {
      this.isChanging = true;
      return `${text}; SET LOCAL enable_seqscan = off`;
    }
    if (END.test(text)) this.isChanging = false;
    return text;
  }

  /** Counts a text, and finds its name once it is prepared. */
  private nameOf(text: string): string | undefined {
    const known = this.names.get(text);
    if (known !== undefined || this.names.size === PREPARED_MAX) return known;
    if (!PLANNED.test(text)) return undefined;
    const uses = (this.uses.get(text) ?? 0) + 1;
    if (uses < USES) {
      // Texts that differ each time, such as those of long lists, must not pile up.
      if (this.uses.size === COUNTED_MAX) this.uses.clear();
      this.uses.set(text, uses);
      return undefined;
    }
    this.uses.delete(text);
    const name = `repeated ${this.names.size}`;
    this.names.set(text, name);
    return name;
  }
}
