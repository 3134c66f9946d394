import { PlacingSql } from '../../support/database/placing-sql.js';

const sql = await PlacingSql.open();
await sql.givenProduct('Pan', 10);
await sql.givenProduct('Pot', 10);
await sql.value(`INSERT INTO plans (code, name) VALUES ('other', 'Other')`);
await sql.value(`INSERT INTO clients (name, email) VALUES ('Other', 'other@example.com')`);

describe('is_stale', () => {
  const isStale = async (snapshot: string | null): Promise<boolean> =>
    sql.step(`is_stale($requests, $lines, ${snapshot === null ? 'NULL' : `'${snapshot}'`})`, [
      sql.request(1, { Pan: 1 }),
    ]);

  it.each([
    ["the client's access", `UPDATE clients SET name = name WHERE name = 'C'`],
    ['the plan', `UPDATE plans SET discount_bp = 1 WHERE name = 'P'`],
    ['a product', `UPDATE products SET active = active WHERE sku = 'Pan'`],
  ])('%s has changed since', async (_, change) => {
    const before = await sql.snapshot();
    expect(await isStale(before)).toBe(false);
    await sql.value(change);
    expect(await isStale(before)).toBe(true);
    expect(await isStale(await sql.snapshot())).toBe(false);
  });

  it.each([
    ['another client', `UPDATE clients SET name = name WHERE name = 'Other'`],
    ['another plan', `UPDATE plans SET discount_bp = 1 WHERE code = 'other'`],
    ['another product', `UPDATE products SET active = active WHERE sku = 'Pot'`],
    ['stock, which is locked and checked separately', 'UPDATE stock_levels SET on_hand = on_hand'],
  ])('a change of %s does not matter', async (_, change) => {
    const before = await sql.snapshot();
    await sql.value(change);
    expect(await isStale(before)).toBe(false);
  });

  it('a transaction that was open at the snapshot matters once it has committed', async () => {
    const changing = await sql.transaction();
    await changing.query(`UPDATE products SET active = active WHERE sku = 'Pan'`);
    // A later transaction ends first: the snapshot is not simply a point in a sequence.
    await sql.value(`UPDATE products SET active = active WHERE sku = 'Pot'`);
    const meanwhile = await sql.snapshot();
    expect(await isStale(meanwhile)).toBe(false);
    await changing.commit();
    expect(await isStale(meanwhile)).toBe(true);
  });

  it('nothing is stale without a snapshot', async () => {
    await sql.value(`UPDATE products SET active = active WHERE sku = 'Pan'`);
    expect(await isStale(null)).toBe(false);
  });
});
