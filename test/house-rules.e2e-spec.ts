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
const { circlesOf, importsOf, largeFolders, reachedVersions } = (await import(path)) as Structure;

/** A text to check with a rule, as if it were a file. For a refused text, it may have a part of the message. */
type Planted = [rule: string, file: string, text: string, message?: string];

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
  ['house/table-ownership', 'src/plans/plans.repository.ts', "query('SELECT id FROM orders');"],
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
  ['max-params', 'src/plans/plans.service.ts', service(8)],
  ['max-lines', 'src/plans/plans.ts', 'work();\n'.repeat(351)],
  ['max-lines', 'test/plans.e2e-spec.ts', 'work();\n'.repeat(301)],
  ['max-lines-per-function', 'src/plans/plans.ts', functionOf(71)],
  ['max-lines-per-function', 'test/plans.e2e-spec.ts', functionOf(151)],
  ['no-restricted-properties', 'src/plans/plans.ts', 'export const port = process.env.PORT;'],
  ['import/no-default-export', 'src/plans/plans.ts', 'export default 1;'],
  ['no-console', 'src/plans/plans.ts', "console.log('here');"],
  // Types.
  ...[
    ['no-floating-promises', 'work();'],
    ['await-thenable', 'await 1;'],
    ['no-misused-promises', 'if (work()) work();'],
    ['require-await', 'export async function wait(): Promise<void> { alert(1); }'],
    ['only-throw-error', "throw 'no';"],
    ['prefer-promise-reject-errors', "export const no = Promise.reject('no');"],
    ['restrict-template-expressions', 'export const text = `${{ id: 1 }}`;'],
    ['restrict-plus-operands', "export const text = 'a' + {};"],
    ['no-base-to-string', 'export const text = String({});'],
    ['unbound-method', 'export const read = new Map().get;'],
    ['no-explicit-any', 'export let id: any;'],
    ['no-unsafe-assignment', 'export const id = JSON.parse(text);'],
    ['no-unsafe-member-access', 'export const id: unknown = JSON.parse(text).id;'],
    ['no-unsafe-call', 'JSON.parse(text)();'],
    ['no-unsafe-argument', 'Number.parseInt(JSON.parse(text));'],
    ['no-unsafe-return', 'export const read = (): string => JSON.parse(text);'],
    ['no-unnecessary-type-assertion', 'export const known = text as string;'],
    ['prefer-nullish-coalescing', 'export const known = (maybe: Date | null) => maybe || text;'],
    ['explicit-function-return-type', 'export function read() { return text; }'],
  ].map(([rule, text]): Planted => [
    `typescript/${rule}`,
    'src/plans/plans.ts',
    `declare function work(): Promise<void>; declare const text: string; ${text}`,
  ]),
  // Pages.
  ...[
    ['react-hooks/rules-of-hooks', 'if (id > 1) useState(1); return <p />;'],
    ['react-hooks/exhaustive-deps', 'useEffect(() => alert(id), []); return <p />;'],
    ['react/purity', 'return <p>{Date.now()}</p>;'],
    [
      'react/set-state-in-effect',
      'const [, set] = useState(1); useEffect(() => set(id), [id]); return <p />;',
    ],
    ['jsx-a11y/alt-text', 'return <img src="a.png" />;'],
    ['jsx-a11y/no-autofocus', 'return <input autoFocus />;'],
    ['jsx-a11y/click-events-have-key-events', 'return <div onClick={() => alert(id)} />;'],
    ['jsx-a11y/label-has-associated-control', 'return <label />;'],
  ].map(([rule, text]): Planted => [
    rule!,
    'web/src/page.tsx',
    `import { useEffect, useState } from 'react'; export function Page({ id }: { id: number }) { ${text} }`,
  ]),
];

const ACCEPTED: Planted[] = [
  ['house/transactions', 'src/platform/database/transaction.ts', 'dataSource.transaction(work);'],
  ['house/order-statuses', 'src/plans/plans.ts', "if (status === 'cancelled') work();"],
  ['house/table-ownership', 'src/plans/plans.repository.ts', "query('SELECT id FROM plans');"],
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
  ['max-params', 'src/plans/plans.service.ts', service(7)],
  ['max-lines-per-function', 'src/plans/plans.ts', functionOf(70)],
  ['no-restricted-properties', 'src/platform/database/embedded/start.ts', 'run(process.env);'],
];

const CIRCLE = new Map([
  ['src/circle/a.ts', "import type { B } from './b.js'; export type A = B;"],
  ['src/circle/b.ts', "import type { A } from './a.js'; export type B = A;"],
]);

function service(parts: number): string {
  return `export class Service { constructor(${Array.from({ length: parts }, (_, at) => `private readonly part${at}: object`).join(', ')}) {} }`;
}

function functionOf(lines: number): string {
  return `export function work(): void {${'\n'.repeat(lines - 1)}}`;
}

/** Tells where a text is planted: each in a file of its own. */
const pathOf = ([, file]: Planted, index: number) => file.replace(/\.(?=[^/]+$)/, `-${index}.`);

function named([rule, file, text]: Planted): [rule: string, place: string] {
  return [rule, `${file}: ${text.trimEnd().split('\n').at(-1)!.slice(-60)}`];
}

const planted = [...REFUSED, ...ACCEPTED].map((row, index): [string, string] => [
  pathOf(row, index),
  row[2],
]);
const found = await complaints(new Map([...planted, ...CIRCLE]));

describe('the rules of the house', () => {
  /** Lists the messages of the rule about the text of a row. */
  const messagesFor = (row: Planted, index: number): string[] =>
    found
      .filter(({ rule, file }) => rule === row[0] && file === pathOf(row, index))
      .map(({ message }) => message);

  it.each(REFUSED.map((row, index) => [...named(row), row, index] as const))(
    '%s refuses %s',
    (_rule, _text, row, index) => {
      expect(messagesFor(row, index)).toContainEqual(expect.stringContaining(row[3] ?? ''));
    },
  );

  it.each(ACCEPTED.map((row, index) => [...named(row), row, REFUSED.length + index] as const))(
    '%s accepts %s',
    (_rule, _text, row, index) => {
      expect(messagesFor(row, index)).toEqual([]);
    },
  );

  it('find a circle of imports of types', () => {
    const inCircle = found.filter(({ rule }) => rule === 'import/no-cycle');
    expect(inCircle.map(({ file }) => file).sort()).toEqual([...CIRCLE.keys()]);
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
