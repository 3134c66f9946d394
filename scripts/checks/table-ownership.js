import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const SRC = join(import.meta.dirname, '../../src');

/** Tables that no entity describes, by their module. */
const WITHOUT_ENTITY = {
  money: `ledger_seals ledger_seal_state audit_seals audit_seal_state sandbox_orders sandbox_payments sandbox_refunds
    sandbox_notices sandbox_disputes sandbox_settlements sandbox_settlement_lines`,
  orders: 'order_positions',
  platform: `change_log change_log_state clock_state server_runs change_queue numbered_changes latest_positions feed_state
    feed_incarnations feed_ticks schema_migrations schema_functions`,
};
/** Modules that continue the work of another one, in its rows. */
const CONTINUES = { fulfillment: 'orders' };
const WRITTEN =
  /\b(?:INSERT INTO|UPDATE|DELETE FROM|MERGE INTO|TRUNCATE)\s+(?:ONLY\s+)?"?([a-z_]+)/g;

/** Module by table: that whose folder has the entity. */
const TABLE_OWNERS = new Map([
  ...Object.entries(WITHOUT_ENTITY).flatMap(([module, tables]) =>
    tables.split(/\s+/).map((table) => [table, module]),
  ),
  ...readdirSync(SRC, { recursive: true })
    .filter((file) => file.endsWith('.entity.ts'))
    .flatMap((file) => {
      const [, table] = /@Entity\('(\w+)'\)/.exec(readFileSync(join(SRC, file), 'utf8'));
      return [[table, file.split(/[/\\]/)[0]]];
    }),
]);

/** Lint rule: a table is written by its own module, whose services others call. Any statement may read it. */
export const tableOwnership = {
  meta: { type: 'problem', schema: [] },
  create(context) {
    const moduleOf = (file) => file.replaceAll('\\', '/').split('/src/').at(-1).split('/')[0];
    const module = moduleOf(context.filename);
    const entities = new Map();
    const check = (node, name, owner = module) => {
      if (owner === module || owner === CONTINUES[module]) return;
      context.report({ node, message: `${name} belongs to src/${owner}: call its service.` });
    };
    const checkSql = (node, sql) => {
      for (const [, table] of sql.matchAll(WRITTEN)) check(node, table, TABLE_OWNERS.get(table));
    };
    return {
      ImportDeclaration({ source, specifiers }) {
        const owner = moduleOf(resolve(context.filename, '..', source.value));
        for (const { local } of specifiers) entities.set(local.name, owner);
      },
      "Decorator[expression.callee.name='InjectRepository']"(node) {
        const [{ name }] = node.expression.arguments;
        check(node, name, entities.get(name));
      },
      Literal: (node) => typeof node.value === 'string' && checkSql(node, node.value),
      TemplateLiteral: (node) =>
        checkSql(node, node.quasis.map(({ value }) => value.cooked).join(' ? ')),
    };
  },
};
