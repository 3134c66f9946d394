import { TestApp } from '../support/app.js';
import { execute } from '../support/database/database.js';
import { codeBlocksOf } from '../support/documents/markdown.js';
import { givenProduct, unique } from '../support/shop/given.js';

const app = await TestApp.start();
const selects = (await codeBlocksOf('docs/operations.md'))
  .filter(({ language, text }) => language === 'sql' && text.startsWith('SELECT'))
  .flatMap(({ text }) => text.split(';\n').filter((statement) => statement !== ''));

describe('the statements of the runbooks', () => {
  it('can be run as they are written', async () => {
    expect(selects.length).toBeGreaterThan(9);
    for (const statement of selects) await app.dataSource.query(statement);
  });

  it('tell a prepared transaction that wrote from one that only locked rows', async () => {
    const { sku } = await givenProduct(app);
    const [wrote, locked] = [unique('wrote'), unique('locked')];
    const prepare = (gid: string, statement: string) =>
      execute(app.connection, 'BEGIN', statement, `PREPARE TRANSACTION '${gid}'`);
    await prepare(locked, `SELECT FROM products WHERE sku = '${sku}' FOR KEY SHARE`);
    await prepare(wrote, `UPDATE products SET name = name WHERE sku = '${sku}'`);
    try {
      const statement = selects.find((text) => text.includes('pg_prepared_xacts'))!;
      const rows = await app.dataSource.query<{ gid: string; mode: string }[]>(statement);
      const modesOf = (one: string) => rows.flatMap(({ gid, mode }) => (gid === one ? mode : []));
      expect(new Set(modesOf(locked))).toEqual(new Set(['RowShareLock']));
      expect(modesOf(wrote)).toContain('RowExclusiveLock');
    } finally {
      const end = [locked, wrote].map((gid) => `ROLLBACK PREPARED '${gid}'`);
      await execute(app.connection, ...end);
    }
  });
});
