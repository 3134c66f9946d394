import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { EntityTarget, ObjectLiteral } from 'typeorm';
import { ArchivedOrder } from '../../../src/orders/archive/archived-order.entity.js';
import {
  INITIAL_STATUS,
  nextStatus,
  ORDER_STATUSES,
  PAYMENT_STATUSES,
  STATUS_SETS,
} from '../../../src/orders/lifecycle/order-lifecycle.js';
import { Order } from '../../../src/orders/order.entity.js';
import { givenDatabase, givenDataSource } from '../../support/database/database.js';

const FUNCTIONS = 'src/schema/functions';

/** Every combination of the values in conditions with a status. */
const STATES = `
  unnest(ARRAY['${ORDER_STATUSES.join("', '")}']) AS s (status),
  unnest(ARRAY['${PAYMENT_STATUSES.join("', '")}']) AS p (payment_status),
  (VALUES (true), (false)) AS t (is_test),
  (VALUES (true), (false)) AS f (refund_final),
  (VALUES (timestamptz '2026-01-01'), (NULL)) AS a (anonymized_at)`;

/** The conditions of a table that compare statuses with constants, by constraint or index. */
const CONDITIONS = `
  SELECT conname AS name, pg_get_expr(conbin, conrelid) AS condition FROM pg_constraint
    WHERE conrelid = $1::regclass AND contype = 'c'
  UNION ALL
  SELECT indexrelid::regclass::text, pg_get_expr(indpred, indrelid) FROM pg_index
    WHERE indrelid = $1::regclass AND indpred IS NOT NULL`;
const dataSource = await givenDataSource((await givenDatabase()).connection);

const KNOWN: readonly string[] = [...ORDER_STATUSES, ...PAYMENT_STATUSES];
const NAMES_A_STATUS = new RegExp(`'(${KNOWN.join('|')})'`);

async function statesOf(condition: string): Promise<string[]> {
  const [row] = await dataSource.query<[{ states: string[] }]>(
    `SELECT ARRAY(
        SELECT concat_ws(' ', status, payment_status, is_test, refund_final, anonymized_at IS NULL)
        FROM ${STATES} WHERE ${condition} ORDER BY 1
      ) AS states`,
  );
  return row.states;
}

/** Lists the conditions that an entity declares, by the name of the constraint or index. */
function declaredBy(entity: EntityTarget<ObjectLiteral>): Map<string, string> {
  const { checks, indices } = dataSource.getMetadata(entity);
  return new Map([
    ...checks.map(({ name, expression }) => [name, expression] as const),
    ...indices.map(({ name, where = '' }) => [name, where] as const),
  ]);
}

describe('the statuses of orders in the database', () => {
  it.each([
    ['orders', Order, 7],
    ['archived_orders', ArchivedOrder, 1],
  ] as const)(
    'are those of the lifecycle in the constraints and indexes of %s',
    async (table, entity, count) => {
      const declared = declaredBy(entity);
      const found = await dataSource.query<{ name: string; condition: string }[]>(CONDITIONS, [
        table,
      ]);
      const ofStatuses = found.filter(({ condition }) => NAMES_A_STATUS.test(condition));
      expect(ofStatuses).toHaveLength(count);
      for (const { name, condition } of ofStatuses) {
        const states = await statesOf(declared.get(name) ?? 'false');
        expect({ name, states: await statesOf(condition) }).toEqual({ name, states });
        const constants = [...condition.matchAll(/'([^']*)'/g)].map(([, constant]) => constant);
        const unknown = constants.filter((constant = '') => !KNOWN.includes(constant));
        expect({ name, unknown }).toEqual({ name, unknown: [] });
      }
    },
  );

  it('are in no condition of another table', async () => {
    const conditions = await dataSource.query<{ place: string; condition: string }[]>(
      `SELECT conrelid::regclass || '.' || conname AS place, pg_get_expr(conbin, conrelid) AS condition
          FROM pg_constraint WHERE contype = 'c' AND connamespace = 'public'::regnamespace
        UNION ALL
        SELECT indrelid::regclass || '.' || indexrelid::regclass, pg_get_expr(indpred, indrelid)
          FROM pg_index WHERE indpred IS NOT NULL`,
    );
    // Statuses that no table but those of shipments has a word for.
    const onlyOfOrders = /'(awaiting_payment|partially_shipped|shipped|delivered|returned)'/;
    const places = conditions
      .filter(({ condition }) => onlyOfOrders.test(condition))
      .map(({ place }) => place.split('.')[0]);
    const ofShipments = ['delivery_findings', 'shipment_events', 'shipment_progress'];
    expect(new Set(places)).toEqual(new Set(['orders', 'archived_orders', ...ofShipments]));
  });

  it('are the same sets in list_order_statuses', async () => {
    const names = Object.keys(STATUS_SETS);
    const [{ sets }] = await dataSource.query<[{ sets: object }]>(
      'SELECT json_object_agg(name, list_order_statuses(name)) AS sets FROM unnest($1::text[]) AS named (name)',
      [names],
    );
    expect(sets).toEqual(STATUS_SETS);
    expect(names).toEqual(expect.arrayContaining([...(await setsInFunctions())]));
  });

  // Placing orders compares with the first status by `=`, which is faster than with an array.
  it('are named by other functions only where an order begins and is paid', async () => {
    expect(STATUS_SETS.awaitingPayment).toEqual([INITIAL_STATUS]);
    const named = new RegExp(`'(${ORDER_STATUSES.join('|')})'`, 'g');
    for (const [path, source] of await functionSources()) {
      // Shipments have states of the same names.
      if (path === 'couriers/delivery_faults.sql') continue;
      const statuses = [...source.matchAll(named)].map(([, status]) => status);
      const others = statuses.filter(
        (status) => status !== INITIAL_STATUS && status !== nextStatus(INITIAL_STATUS, 'pay'),
      );
      expect({ path, others }).toEqual({ path, others: [] });
    }
  });
});

/** Lists the sets that the functions of the database use. */
async function setsInFunctions(): Promise<Set<string | undefined>> {
  const sources = (await functionSources()).map(([, source]) => source).join('\n');
  return new Set([...sources.matchAll(/list_order_statuses\('(\w+)'\)/g)].map(([, name]) => name));
}

async function functionSources(): Promise<[path: string, source: string][]> {
  const paths = await readdir(FUNCTIONS, { recursive: true });
  const files = paths.filter((path) => path.endsWith('.sql'));
  return Promise.all(
    files.map(async (path) => [path, await readFile(join(FUNCTIONS, path), 'utf8')]),
  );
}
