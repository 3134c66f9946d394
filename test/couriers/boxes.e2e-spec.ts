import { givenCourierAccount } from '../support/couriers/courier-accounts.js';
import { admin, app, startSuite } from '../support/money/suite.js';

startSuite();

const givenBox = (name: string, change: object = {}) => ({
  name,
  length_mm: 300,
  breadth_mm: 200,
  height_mm: 100,
  empty_grams: 120,
  max_grams: 5_000,
  ...change,
});
const replaceBoxes = (boxes: unknown) => admin.call('replaceBoxes', { boxes });

describe('boxes', () => {
  it('are replaced at once; one that keeps its name keeps its id', async () => {
    const first = await replaceBoxes([givenBox('Small'), givenBox('Large')]);
    expect(first[0]).toMatchObject({ name: 'Small', volumetric_grams: 1_200 });
    const second = await replaceBoxes([givenBox('Large', { max_grams: 9_000 }), givenBox('Tube')]);
    expect(second.map(({ name }) => name)).toEqual(['Large', 'Tube']);
    expect(second[0]).toMatchObject({ id: first[1]!.id, max_grams: 9_000 });
    expect(await admin.call('listBoxes')).toEqual(second);
    await replaceBoxes([]);
    expect(await admin.call('listBoxes')).toEqual([]);
  });

  it.each<[string, unknown]>([
    ['boxes.0.length_mm out_of_range', [givenBox('A', { length_mm: 0 })]],
    ['boxes.0.height_mm out_of_range', [givenBox('A', { height_mm: 5_001 })]],
    ['boxes.0.max_grams out_of_range', [givenBox('A', { max_grams: 0 })]],
    ['boxes.0.empty_grams out_of_range', [givenBox('A', { empty_grams: 1_000_000 })]],
    ['boxes.0.empty_grams integer_expected', [givenBox('A', { empty_grams: 1.5 })]],
    ['boxes not_distinct', [givenBox('A'), givenBox('A')]],
    ['boxes out_of_range', Array.from({ length: 51 }, (_, index) => givenBox(`B${index}`))],
    ['boxes list_expected', 'x'],
  ])('are refused: %s', async (problem, boxes) => {
    expect(await replaceBoxes(boxes).problems()).toContain(problem);
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
  const replace = (rules: object) => admin.call('replaceBookingRules', rules);

  it('are stored together, and forget an account and a box that are deleted', async () => {
    expect(await admin.call('getBookingRules')).toEqual(DEFAULTS);
    const { id } = await givenCourierAccount(app, { isDefault: false });
    const [box] = await replaceBoxes([givenBox('Only')]);
    const rules = {
      account_id: id,
      box_id: box!.id,
      unit_grams: 250,
      books_again: false,
      reattempts: true,
      pickup_cut_off: '16:30',
    };
    expect(await replace(rules)).toEqual(rules);
    await admin.call('deleteCourierAccount', id);
    await replaceBoxes([]);
    const left = { ...rules, account_id: null, box_id: null };
    expect(await admin.call('getBookingRules')).toEqual(left);
    expect(await replace({})).toEqual(DEFAULTS);
  });

  it.each([
    ['account_id unknown_value', { account_id: 999_999 }],
    ['box_id unknown_value', { box_id: 999_999 }],
    ['unit_grams out_of_range', { unit_grams: 0 }],
    ['pickup_cut_off invalid_time', { pickup_cut_off: '24:00' }],
  ])('are refused: %s', async (problem, rules) => {
    expect(await replace(rules).problems()).toContain(problem);
  });
});
