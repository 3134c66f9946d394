import { ChangeFeed, type CatalogChanges } from '../../../../src/catalog/changes/change-feed.js';
import {
  OrderListService,
  type OrderList,
} from '../../../../src/orders/tracking/order-list.service.js';
import { Incarnations } from '../../../../src/platform/live-cache/incarnations.js';
import { LiveCache } from '../../../../src/platform/live-cache/live-cache.js';
import { StockService } from '../../../../src/stock/stock.service.js';

/** A defect of the service or its database that a simulation has to find. */
export interface Defect {
  name: string;
  /** From this seed on, a schedule soon meets it. */
  firstSeed: number;
  /** Changes the database. */
  statements?: readonly string[];
  /** Changes the service. @returns a function that reverts the change */
  install?: () => () => void;
}

/** Replaces parts of a function of the database. Fails if one of them is not there. */
function functionWith(name: string, ...parts: [string, string][]): string {
  const checks = parts.map(
    ([part]) => `IF position($part$${part}$part$ IN source) = 0 THEN RAISE 'no such part'; END IF;`,
  );
  const changed = parts.reduce(
    (source, [part, other]) => `replace(${source}, $part$${part}$part$, $part$${other}$part$)`,
    'source',
  );
  return `DO $do$ DECLARE source text := pg_get_functiondef((SELECT oid FROM pg_proc WHERE proname = '${name}')); BEGIN
    ${checks.join(' ')} EXECUTE ${changed};
  END $do$`;
}

type Method<Self, Result> = (this: Self, ...args: never[]) => Result;

/** Replaces a method of a service, which may be private. */
function methodWith<Self, Result>(
  { prototype }: { prototype: object },
  name: string,
  replacement: (self: Self, original: () => Result) => Result,
): () => () => void {
  const methods = prototype as Record<string, Method<Self, Result>>;
  return () => {
    const original = methods[name]!;
    methods[name] = function (...args) {
      return replacement(this, () => original.apply(this, args));
    };
    return () => (methods[name] = original);
  };
}

/** A numbering is committed before it is on disk. */
const NOT_ON_DISK: [string, string][] = [
  ["= 'off'", "<> 'off'"],
  ["'on', true", "'off', true"],
];

/** At the end of a feed, places have the next position. */
const TOO_FAR = 1;

interface Connection {
  query: (query: object) => Promise<object[]>;
}

export const DEFECTS: readonly Defect[] = [
  {
    name: 'a crash gives positions out again that stores have received, as in release 1.0',
    firstSeed: 9,
    statements: [
      functionWith('number_changes', ...NOT_ON_DISK, [
        'NOT state.holds OR (state.incarnation = p_incarnation AND state.position < p_position)',
        "state.incarnation = ''",
      ]),
    ],
  },
  {
    name: 'a position is returned before it is on disk',
    firstSeed: 4,
    statements: [functionWith('number_changes', ...NOT_ON_DISK)],
  },
  {
    name: 'orders are placed although prices have changed since they were validated',
    firstSeed: 28,
    statements: [
      functionWith('place_orders', ['changes_after(p_snapshot)', 'changes_after(NULL)']),
    ],
  },
  {
    name: 'the change of a transaction that was open while others were numbered is lost',
    firstSeed: 1,
    statements: [
      functionWith('number_changes', [
        'SELECT state.position + 1, kind, label, array_agg(DISTINCT id) FROM moved CROSS JOIN unnest(ids) AS id',
        `SELECT state.position + 1, kind, label, array_agg(DISTINCT id) FROM moved
          JOIN (SELECT written FROM public.feed_state) latest ON moved.xid > latest.written CROSS JOIN unnest(ids) AS id`,
      ]),
    ],
  },
  {
    name: 'stock is released twice',
    firstSeed: 8,
    install: methodWith(StockService, 'release', async (_, release: () => Promise<void>) => {
      await release();
      await release().catch(() => undefined);
    }),
  },
  {
    name: 'only two of three lines are reserved',
    firstSeed: 1,
    statements: [
      functionWith('store_orders', [
        'USING (n) WHERE NOT p.is_test GROUP BY 1, 2',
        'USING (n) WHERE NOT p.is_test AND l.line < 3 GROUP BY 1, 2',
      ]),
    ],
  },
  {
    name: 'the cursor of the change feed is too far',
    firstSeed: 1,
    install: methodWith(
      ChangeFeed,
      'read',
      async (_, read: () => CatalogChanges | Promise<CatalogChanges>) => {
        const page = await read();
        if (page.hasMore) return page;
        return { ...page, next: { ...page.next, since: page.next.since + TOO_FAR } };
      },
    ),
  },
  {
    name: 'a SKU that is removed while a page is read is not named',
    firstSeed: 5,
    install: methodWith(
      ChangeFeed,
      'pageOf',
      (feed: { lostSkus?: () => string[] }, pageOf: () => CatalogChanges) => {
        feed.lostSkus = () => [];
        try {
          return pageOf();
        } finally {
          delete feed.lostSkus;
        }
      },
    ),
  },
  {
    name: 'the cursor of the list of orders is too far',
    firstSeed: 1,
    install: methodWith(
      OrderListService,
      'list',
      async (_, list: () => OrderList | Promise<OrderList>) => {
        const page = await list();
        if (page.hasMore) return page;
        const position = page.next.after.position + TOO_FAR;
        return { ...page, next: { ...page.next, after: { position, id: 0 } } };
      },
    ),
  },
  {
    name: 'a cursor is valid in any incarnation',
    firstSeed: 10,
    install: methodWith(Incarnations, 'idOf', () => '0'.repeat(12)),
  },
  {
    name: 'a late commit does not refresh the copies',
    firstSeed: 1,
    statements: [
      functionWith('changes_after', ['SELECT pg_snapshot_xip(p_snapshot)', 'SELECT NULL::xid8']),
    ],
  },
  {
    name: 'the catch-up of the copies does not compare the run of the server',
    firstSeed: 1,
    install: methodWith(
      LiveCache,
      'catchUp',
      async (cache: { loaded: { run: string }; connection: Connection }, catchUp) => {
        const { connection, loaded } = cache;
        const query = connection.query.bind(connection);
        connection.query = async (sent) => {
          const rows = await query(sent);
          return rows.map((row) => ('run' in row ? { ...row, run: loaded.run } : row));
        };
        try {
          return await catchUp();
        } finally {
          Reflect.deleteProperty(connection, 'query');
        }
      },
    ),
  },
  {
    name: 'the store_order_id of one client counts for another',
    firstSeed: 1,
    statements: [functionWith('find_known_orders', ['o.client_id = r.client_id AND ', ''])],
  },
];
