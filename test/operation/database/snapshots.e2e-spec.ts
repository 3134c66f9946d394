import { DataSource } from 'typeorm';
import { dataSourceOptions } from '../../../ormconfig.js';
import { inSnapshot } from '../../../src/platform/database/transaction.js';
import { atEndOfSuite } from '../../support/native/end-of-suite.js';
import { execute, givenDatabase } from '../../support/database/database.js';

const { connection } = await givenDatabase();
const dataSource = await new DataSource(dataSourceOptions(connection, 1)).initialize();
atEndOfSuite(() => dataSource.destroy());

const addPlan = async (code: string): Promise<void> =>
  execute(connection, `INSERT INTO plans (code, name) VALUES ('${code}', 'Plan')`);
const countIn = (manager: Pick<DataSource, 'query'>): Promise<unknown> =>
  manager.query('SELECT count(*)::integer FROM plans');

describe('inSnapshot', () => {
  it('reads everything from one snapshot, and returns what the work returns', async () => {
    const counts = await inSnapshot(dataSource, async (manager) => {
      const before = await countIn(manager);
      await addPlan('meanwhile');
      return [before, await countIn(manager)];
    });
    expect(counts).toEqual([[{ count: 0 }], [{ count: 0 }]]);
    expect(await countIn(dataSource)).toEqual([{ count: 1 }]);
  });

  it('throws what the work throws, after which its connection reads what is new', async () => {
    const failed = inSnapshot(dataSource, async (manager) => {
      await countIn(manager);
      throw new Error('no more');
    });
    await expect(failed).rejects.toThrow('no more');
    await addPlan('later');
    expect(await inSnapshot(dataSource, countIn)).toEqual([{ count: 2 }]);
  });

  it('ends its transaction after a failed statement', async () => {
    const failed = inSnapshot(dataSource, (manager) => manager.query('SELECT 1 / 0'));
    await expect(failed).rejects.toThrow('division by zero');
    expect(await countIn(dataSource)).toEqual([{ count: 2 }]);
  });
});
