import type { BoxDto } from '../../src/couriers/boxes/boxes.dto.js';
import { app, startSuite } from '../support/money/suite.js';
import { givenCourierAccount } from '../support/couriers/courier-accounts.js';

startSuite();

const dataOf = <T>({ body }: { body: unknown }): T => (body as { data: T }).data;
const fieldOf = ({ body }: { body: unknown }) =>
  (body as { errors: { field: string; code: string }[] }).errors.map(
    ({ field, code }) => `${field} ${code}`,
  );
const givenBox = (name: string, change: object = {}) => ({
  name,
  length_mm: 300,
  breadth_mm: 200,
  height_mm: 100,
  empty_grams: 120,
  max_grams: 5_000,
  ...change,
});

describe('boxes', () => {
  const replace = (boxes: unknown) => app.admin('put', 'boxes', { boxes });

  it('are replaced at once; one that keeps its name keeps its id', async () => {
    const first = dataOf<BoxDto[]>(
      await replace([givenBox('Small'), givenBox('Large')]).expect(200),
    );
    expect(first[0]).toMatchObject({ name: 'Small', volumetric_grams: 1_200 });
    const second = dataOf<BoxDto[]>(
      await replace([givenBox('Large', { max_grams: 9_000 }), givenBox('Tube')]).expect(200),
    );
    expect(second.map(({ name }) => name)).toEqual(['Large', 'Tube']);
    expect(second[0]).toMatchObject({ id: first[1]!.id, max_grams: 9_000 });
    expect(dataOf(await app.admin('get', 'boxes').expect(200))).toEqual(second);
    await replace([]).expect(200);
    expect(dataOf(await app.admin('get', 'boxes').expect(200))).toEqual([]);
  });

  it('are refused without sizes, too large, twice or too many', async () => {
    const refusals: [unknown, string][] = [
      [[givenBox('A', { length_mm: 0 })], 'boxes.0.length_mm out_of_range'],
      [[givenBox('A', { height_mm: 5_001 })], 'boxes.0.height_mm out_of_range'],
      [[givenBox('A', { max_grams: 0 })], 'boxes.0.max_grams out_of_range'],
      [[givenBox('A', { empty_grams: 1_000_000 })], 'boxes.0.empty_grams out_of_range'],
      [[givenBox('A', { empty_grams: 1.5 })], 'boxes.0.empty_grams integer_expected'],
      [[givenBox('A'), givenBox('A')], 'boxes not_distinct'],
      [Array.from({ length: 51 }, (_, index) => givenBox(`B${index}`)), 'boxes out_of_range'],
      ['x', 'boxes list_expected'],
    ];
    for (const [boxes, fault] of refusals) {
      expect(fieldOf(await replace(boxes).expect(422))).toContain(fault);
    }
  });
});

describe('booking rules', () => {
  const DEFAULTS = {
    account_id: null,
    box_id: null,
    unit_grams: null,
    books_again: true,
    reattempts: false,
    pickup_cut_off: null,
  };
  const replace = (rules: object) => app.admin('put', 'booking-rules', rules);

  it('are stored together, and forget an account and a box that are deleted', async () => {
    const read = async () => dataOf(await app.admin('get', 'booking-rules').expect(200));
    expect(await read()).toEqual(DEFAULTS);
    const { id } = await givenCourierAccount(app, { isDefault: false });
    const [box] = dataOf<BoxDto[]>(
      await app.admin('put', 'boxes', { boxes: [givenBox('Only')] }).expect(200),
    );
    const rules = {
      account_id: id,
      box_id: box!.id,
      unit_grams: 250,
      books_again: false,
      reattempts: true,
      pickup_cut_off: '16:30',
    };
    expect(dataOf(await replace(rules).expect(200))).toEqual(rules);
    await app.admin('delete', `courier-accounts/${id}`).expect(200);
    await app.admin('put', 'boxes', { boxes: [] }).expect(200);
    expect(await read()).toEqual({ ...rules, account_id: null, box_id: null });
    expect(dataOf(await replace({}).expect(200))).toEqual(DEFAULTS);
  });

  it('name accounts and boxes that exist, and a time of the day', async () => {
    for (const [rules, fault] of [
      [{ account_id: 999_999 }, 'account_id unknown_value'],
      [{ box_id: 999_999 }, 'box_id unknown_value'],
      [{ unit_grams: 0 }, 'unit_grams out_of_range'],
      [{ pickup_cut_off: '24:00' }, 'pickup_cut_off invalid_time'],
    ] as const) {
      expect(fieldOf(await replace(rules).expect(422))).toContain(fault);
    }
  });
});
