import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { complaints } from './support/lint.js';

const root = join(import.meta.dirname, '..');

interface Structure {
  circlesOf: (graph: Map<string, string[]>) => string[][];
  importsOf: (file: string, text: string) => string[];
  largeFolders: (files: string[]) => [folder: string, count: number][];
  reachedVersions: (text: string, version: string) => string[];
}
const path = join(root, 'scripts/checks/structure.js');
const { PARENT_LOCK } = (await import(join(root, 'scripts/checks/house.js'))) as {
  PARENT_LOCK: RegExp;
};
const { circlesOf, importsOf, largeFolders, reachedVersions } = (await import(path)) as Structure;

/** A text to check with a rule of scripts/checks, as if it were a file. */
type Planted = [rule: string, file: string, text: string];

const REFUSED: Planted[] = [
  ...[
    'this.dataSource.transaction(work);',
    'dataSource.transaction(work);',
    'open().transaction(work);',
    'manager.transaction(work);',
    "dataSource['transaction'](work);",
    'const { transaction } = dataSource; run(transaction);',
    'dataSource.createQueryRunner();',
  ].map((text): Planted => ['house/transactions', 'src/plans/plans.service.ts', text]),
  ['house/injected-repositories', 'src/plans/plans.ts', 'manager.getRepository(Plan).find();'],
  ['house/order-statuses', 'src/plans/plans.ts', "if (status === 'awaiting_payment') work();"],
  ['house/order-statuses', 'web/src/orders.tsx', "if (status !== 'partially_shipped') work();"],
  ...[
    "query('DELETE FROM orders');",
    'query(`WITH a AS (UPDATE orders SET notes = ${1}) SELECT 1`);',
    "import { Order } from '../orders/order.entity.js'; class A { constructor(@InjectRepository(Order) readonly orders: B) {} }",
  ].map((text): Planted => ['house/table-ownership', 'src/plans/plans.repository.ts', text]),
  ...[
    "query('SELECT FROM plans FOR UPDATE');",
    'query(`SELECT FROM plans p WHERE id = $1 FOR UPDATE SKIP LOCKED`);',
    "query('SELECT FROM subscriptions s JOIN plans AS p ON p.id = s.plan_id FOR UPDATE OF p');",
    "manager.withRepository(this.plans).findOne({ lock: { mode: 'pessimistic_write' } });",
  ].map((text): Planted => ['house/parent-locks', 'src/plans/plans.repository.ts', text]),
  ...[
    ['src/orders/orders.service.ts', "import { Ledger } from '../money/ledger/ledger.service.js';"],
    ['src/money/ledger/ledger.service.ts', "import { ship } from '../../fulfillment/ship.js';"],
    ['src/platform/money.ts', "import type { Plan } from '../plans/plan.entity.js';"],
    ['src/plans/plans.ts', "export { page } from '../dashboard/page.js';"],
    ['src/plans/plans.ts', "export * from '../start/docs/pages.js';"],
    ['src/orders/order.ts', "const later = import('../money/gateway.js');"],
    ['src/orders/order.ts', "type Gateway = import('../money/gateway.js').Gateway;"],
    ['src/orders/orders.service.ts', "import { Plans } from '../plans/plans.repository.js';"],
    ['src/fulfillment/ship.ts', "import { Orders } from '../orders/orders.repository.js';"],
    ['src/money/credit.ts', "import { OrderDto } from '../orders/tracking/order.dto.js';"],
    ['src/platform/database/embedded/start.ts', "import { log } from '../../log.js';"],
  ].map(([file, text]): Planted => ['house/import-directions', file!, text!]),
  [
    'house/private-interfaces',
    'src/plans/plans.ts',
    "import { API } from 'typescript/unstable/sync';",
  ],
  ['house/spread-objects', 'src/plans/plans.ts', 'export const plan = { ...{ id: 1 }, name: 2 };'],
];

const ACCEPTED: Planted[] = [
  [
    'house/table-ownership',
    'src/plans/plans.repository.ts',
    "query('UPDATE plans SET name = (SELECT name FROM orders)');",
  ],
  ['house/transactions', 'src/platform/database/transaction.ts', 'dataSource.transaction(work);'],
  ['house/order-statuses', 'src/plans/plans.ts', "if (status === 'cancelled') work();"],
  ...[
    "query('SELECT FROM plans FOR NO KEY UPDATE');",
    "query('SELECT FROM subscriptions s JOIN plans p ON p.id = s.plan_id FOR UPDATE OF s');",
    "manager.withRepository(this.subscriptions).findOne({ lock: { mode: 'pessimistic_write' } });",
  ].map((text): Planted => ['house/parent-locks', 'src/plans/plans.repository.ts', text]),
  ...[
    ['src/orders/orders.service.ts', "import { Plans } from '../plans/plans.service.js';"],
    ['src/plans/plans.service.ts', "import { Plans } from './plans.repository.js';"],
    ['src/dashboard/orders.ts', "import { OrderDto } from '../orders/tracking/order.dto.js';"],
    ['src/start/docs/pages.ts', "import { page } from '../../dashboard/pages.controller.js';"],
    ['src/fulfillment/order.dto.ts', "import { OrderDto } from '../orders/orders.dto.js';"],
    ['src/platform/database/embedded/start.ts', "import { wait } from './wait.js';"],
  ].map(([file, text]): Planted => ['house/import-directions', file!, text!]),
  [
    'house/spread-objects',
    'src/plans/plans.ts',
    'export const copy = (plan: object) => ({ ...plan });',
  ],
];

/** All texts, each in a file of its own. */
const rows = [
  ...REFUSED.map((row) => [...row, 'refuses'] as const),
  ...ACCEPTED.map((row) => [...row, 'accepts'] as const),
].map(([rule, file, text, verdict], index) => {
  return { rule, verdict, text, path: file.replace(/\.(?=[^/]+$)/, `-${index}.`) };
});
// The rule about tables finds their modules by their entities.
const entity = ['src/orders/order.entity.ts', "@Entity('orders') export class Order {}"] as const;
const found = await complaints(
  new Map([...rows.map(({ path, text }) => [path, text] as const), entity]),
);

describe('the rules of the house', () => {
  it.each(rows)('$rule $verdict $text', ({ rule, verdict, path }) => {
    const isRefused = found.some((one) => one.rule === rule && one.file === path);
    expect(isRefused).toBe(verdict === 'refuses');
  });

  it('see an import of types, and one that is loaded later', () => {
    const text = `
      import type { A } from './a.js';
      import { type B } from '../b.js';
      export type { C } from './c.js';
      const later = import('./d.js');
      import { DataSource } from 'typeorm';`;
    expect(importsOf('src/plans/plans.service.ts', text)).toEqual([
      'src/plans/a.js',
      'src/b.js',
      'src/plans/c.js',
      'src/plans/d.js',
    ]);
  });

  it('SQL functions lock no clients, plans and products against new orders', () => {
    const folder = join(root, 'src/schema/functions');
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
    for (const file of files.filter((name) => name.endsWith('.sql'))) {
      const statements = readFileSync(join(folder, file), 'utf8').split(';');
      expect([file, statements.filter((sql) => PARENT_LOCK.test(sql))]).toEqual([file, []]);
    }
  });

  it('find a circle of imports', () => {
    const graph = { a: ['b', 'd'], b: ['c'], c: ['b', 'd'], d: [] };
    expect(circlesOf(new Map(Object.entries(graph)))).toEqual([['b', 'c']]);
  });

  it('find a folder of more than fifteen files, specs and CSS modules not counted', () => {
    const numbered = (form: (at: number) => string, count: number): string[] =>
      Array.from({ length: count }, (_, at) => form(at));
    const files = [
      ...numbered((at) => `src/a/${at}.ts`, 15),
      ...numbered((at) => `src/a/${at}.spec.ts`, 15),
      ...numbered((at) => `web/b/${at}.tsx`, 16),
      ...numbered((at) => `web/c/${at}.module.css`, 16),
    ];
    expect(largeFolders(files)).toEqual([['web/b', 16]]);
  });

  it('find what was to go with a release', () => {
    const text = '// Until 1.4.0: 1.1.0 reads it.\n/* Until 1.10.0: 1.9.0 reads it. */';
    expect(reachedVersions(text, '1.3.9')).toEqual([]);
    expect(reachedVersions(text, '1.9.0')).toEqual(['1.4.0']);
    expect(reachedVersions(text, '1.10.0')).toEqual(['1.4.0', '1.10.0']);
  });
});
