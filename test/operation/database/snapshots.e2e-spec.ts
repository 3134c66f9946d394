import { DataSource } from 'typeorm';
import { dataSourceOptions } from '../../../ormconfig.js';
import { inSnapshot } from '../../../src/platform/database/transaction.js';
import { atEndOfSuite } from '../../support/native/end-of-suite.js';
import { execute, givenDatabase } from '../../support/database/database.js';

const { connection } = await givenDatabase();
const dataSource = await new DataSource(dataSourceOptions(connection, 1)).initialize();
atEndOfSuite(() => dataSource.destroy());

it('inSnapshot reads everything from one snapshot, which ends with its work, also by an error', async () => {
  const addPlan = (code: string) =>
    execute(connection, `INSERT INTO plans (code, name) VALUES ('${code}', 'Plan')`);
  const countIn = (manager: Pick<DataSource, 'query'>): Promise<unknown> =>
    manager.query('SELECT count(*)::integer FROM plans');
  const counts = await inSnapshot(dataSource, async (manager) => {
    const before = await countIn(manager);
    await addPlan('meanwhile');
    return [before, await countIn(manager)];
  });
  expect(counts).toEqual([[{ count: 0 }], [{ count: 0 }]]);
  const failed = inSnapshot(dataSource, (manager) => manager.query('SELECT 1 / 0'));
  await expect(failed).rejects.toThrow('division by zero');
  await addPlan('later');
  expect(await countIn(dataSource)).toEqual([{ count: 2 }]);
});
