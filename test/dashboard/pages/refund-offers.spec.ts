import type { OrderRecordDto } from '../../../web/src/api/generated/admin-types.js';
import { leftToRefund, offersOf } from '../../../web/src/pages/office/returns/refund-offers.js';

/** An order of four mugs at 106.20 and a bowl at 45.15, with a delivery charge of 25.00. */
const orderOf = (rest: object): OrderRecordDto =>
  ({
    total: 494.95,
    items: [
      { line: 1, unit_price: 106.2, shipped_quantity: 4, canceled_quantity: 0 },
      { line: 2, unit_price: 45.15, shipped_quantity: 1, canceled_quantity: 0 },
    ],
    refunds: [],
    returns: [],
    ...rest,
  }) as unknown as OrderRecordDto;
const received = (...items: object[]) => [
  { status: 'declined', items: [] },
  { status: 'received', items },
];

describe('what a settlement offers to refund', () => {
  it.each([
    ['all, if nothing says what came back', orderOf({}), { back: 469.95, good: 0, all: 494.95 }],
    [
      'the units that came back, and the good ones',
      orderOf({ returns: received({ line: 1, good: 3, scrap: 1 }) }),
      { back: 424.8, good: 318.6, all: 0 },
    ],
    [
      'the delivery charge, too, if everything came back',
      orderOf({
        returns: received({ line: 1, good: 4, scrap: 0 }, { line: 2, good: 0, scrap: 1 }),
      }),
      { back: 469.95, good: 424.8, all: 494.95 },
    ],
    [
      'the delivery charge, too, if everything that was shipped came back',
      orderOf({
        items: [
          { line: 1, unit_price: 106.2, shipped_quantity: 4, canceled_quantity: 0 },
          { line: 2, unit_price: 45.15, shipped_quantity: 0, canceled_quantity: 1 },
        ],
        returns: received({ line: 1, good: 4, scrap: 0 }),
        refunds: [{ amount: 45.15 }],
      }),
      { back: 424.8, good: 0, all: 449.8 },
    ],
    [
      'nothing of what was refunded',
      orderOf({
        returns: received({ line: 1, good: 3, scrap: 1 }),
        refunds: [{ amount: 100 }, { amount: 50.5 }],
      }),
      { back: 274.3, good: 168.1, all: 0 },
    ],
    [
      'no more than is left',
      orderOf({ returns: received({ line: 1, good: 4, scrap: 0 }), refunds: [{ amount: 494.95 }] }),
      { back: 0, good: 0, all: 0 },
    ],
  ])('is %s', (_, order, offers) => {
    expect(offersOf(order, leftToRefund(order))).toEqual(offers);
  });
});
