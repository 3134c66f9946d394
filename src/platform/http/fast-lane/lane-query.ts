import { parse, type ParsedUrlQuery } from 'node:querystring';

/** Plain queries of up to 2,048 characters; Express reads all others. */
const PLAIN_QUERY = /^[\w.~:,%+=&*-]{1,2048}$/;
/** Number of parsed queries to keep: most stores repeat the same query in each poll. */
const KEPT_QUERIES = 1_000;

/** The parameters of a query; those of the same text are the same object while they are kept. */
export type LaneQuery = Readonly<ParsedUrlQuery>;

/** The query of a URL that has none. */
export const NO_QUERY: LaneQuery = Object.freeze({});

/** Cache of the parsed queries of one lane route, which are read as Express reads them. */
export class LaneQueries {
  private readonly kept = new Map<string, LaneQuery>();

  /** @param names the parameters that the route knows */
  constructor(private readonly names: ReadonlySet<string>) {}

  /** Reads the parameters in a text; null: the text is for Express, which also names unknown parameters. */
  read(text: string): LaneQuery | null {
    const kept = this.kept.get(text);
    if (kept !== undefined) return kept;
    if (!PLAIN_QUERY.test(text)) return null;
    const query = Object.freeze(parse(text));
    if (!Object.keys(query).every((name) => this.names.has(name))) return null;
    if (this.kept.size === KEPT_QUERIES) this.forgetOldest();
    this.kept.set(text, query);
    return query;
  }

  private forgetOldest(): void {
    const [oldest = ''] = this.kept.keys();
    this.kept.delete(oldest);
  }
}

/** Makes a function that computes a value once per {@link LaneQuery} and also keeps rejections. */
export function oncePerQuery(make: (query: LaneQuery) => unknown): (query: LaneQuery) => unknown {
  const made = new WeakMap<LaneQuery, Promise<unknown>>();
  return (query) => {
    const known = made.get(query);
    if (known !== undefined) return known;
    const promise = Promise.resolve(query).then(make).then(frozen);
    promise.catch(() => undefined);
    made.set(query, promise);
    return promise;
  };
}

/** Freezes a value that all requests with the same query share. */
function frozen(made: unknown): unknown {
  if (typeof made === 'object' && made !== null) Object.values(made).forEach(Object.freeze);
  return Object.freeze(made);
}
