import { givenTaxedOrder, unitsOfLines } from '../support/tax/taxed-order.js';
import { KARNATAKA, MAHARASHTRA, startTaxSuite, tax } from '../support/tax/tax-admin.js';
import { admin, shop } from '../support/money/suite.js';

describe('the amounts of tax documents of a wholesaler in Maharashtra', () => {
  startTaxSuite();
  beforeAll(async () => {
    await tax.putProfile();
  });

  /** Lists the amounts of an order's documents, line by line. */
  const amounts = async (order: string) =>
    (await tax.ofOrder(order)).map(({ number, total, taxable, tax: taxes, content }) => ({
      series: number.slice(0, 2),
      total,
      taxable,
      ...taxes,
      lines: content!.lines.map((line) => [
        ...[line.gross_minor, line.cgst_minor + line.igst_minor, line.taxable_minor],
      ]),
    }));

  it('take the worked example to the paisa between states', async () => {
    await tax.changeClient(shop.client.id, KARNATAKA);
    const order = await givenTaxedOrder(shop);
    await admin.orders.ship(order, unitsOfLines(6, 1, 7));
    await admin.orders.ship(order, unitsOfLines(4, 2));
    await admin.orders.deliver(order);
    await admin.orders.return(order);
    await admin.orders.refund(order, { amount: 1_000 });
    expect(await amounts(order)).toEqual([
      {
        series: 'WS',
        total: 3_029.31,
        taxable: 2_729.64,
        cgst: 0,
        sgst: 0,
        igst: 299.67,
        lines: [
          [154_810, 7_372, 147_438],
          [123_993, 18_914, 105_079],
          [24_128, 3_681, 20_447],
        ],
      },
      {
        series: 'WS',
        total: 3_396,
        taxable: 2_982.68,
        cgst: 0,
        sgst: 0,
        igst: 413.32,
        lines: [
          [99_800, 4_752, 95_048],
          [239_800, 36_580, 203_220],
        ],
      },
      {
        series: 'CN',
        total: 1_000,
        taxable: 889.03,
        cgst: 0,
        sgst: 0,
        igst: 110.97,
        lines: [
          [24_094, 1_147, 22_947],
          [19_298, 2_944, 16_354],
          [3_755, 573, 3_182],
          [15_532, 740, 14_792],
          [37_321, 5_693, 31_628],
        ],
      },
    ]);
    await admin.orders.refund(order);
    const [first, second, , rest] = await amounts(order);
    expect(rest!.total).toBe(5_425.31);
    expect(rest!.igst + 110.97).toBeCloseTo(first!.igst + second!.igst, 5);
  });

  it('take the worked example to the paisa within the state', async () => {
    await tax.changeClient(shop.client.id, MAHARASHTRA);
    const order = await givenTaxedOrder(shop);
    await admin.orders.ship(order, unitsOfLines(6, 1, 7));
    await admin.orders.ship(order);
    await admin.orders.deliver(order);
    await admin.orders.return(order);
    await admin.orders.refund(order, { amount: 1_000 });
    const halves = [
      { total: 3_029.31, taxable: 2_729.65, cgst: 149.83, sgst: 149.83, igst: 0 },
      { total: 3_396, taxable: 2_982.68, cgst: 206.66, sgst: 206.66, igst: 0 },
      { total: 1_000, taxable: 889.02, cgst: 55.49, sgst: 55.49, igst: 0 },
    ];
    expect(await amounts(order)).toMatchObject(halves);
    expect((await amounts(order))[2]!.lines.map(([, half]) => half)).toEqual([
      ...[574, 1_472, 286, 370, 2_847],
    ]);
  });

  it('have the charge for the delivery once, also after the rest is closed', async () => {
    await tax.changeClient(shop.client.id, KARNATAKA);
    const order = await givenTaxedOrder(shop);
    await admin.orders.ship(order, unitsOfLines(1));
    await admin.orders.ship(order, unitsOfLines(1));
    await admin.orders.close(order);
    expect((await amounts(order)).map(({ total }) => total)).toEqual([349.5, 249.5]);
  });

  it('give all of the delivery to the highest rate if the profile says so', async () => {
    await tax.putProfile({ delivery_tax: 'highest_rate' });
    await tax.changeClient(shop.client.id, KARNATAKA);
    const order = await givenTaxedOrder(shop);
    await admin.orders.ship(order);
    expect((await amounts(order))[0]!.lines.map(([gross]) => gross)).toEqual([
      ...[249_500, 369_700, 23_331],
    ]);
    await tax.putProfile();
  });

  it('are between states for a special zone in the same state, with IGST or without any tax', async () => {
    const zone = { gstin: '27AAACR5055K1Z7', ...MAHARASHTRA };
    await tax.changeClient(shop.client.id, { ...zone, sez: 'with_payment' });
    const order = await givenTaxedOrder(shop);
    await admin.orders.ship(order, unitsOfLines(10));
    await tax.changeClient(shop.client.id, { ...zone, sez: 'without_payment' });
    await admin.orders.ship(order);
    expect(await amounts(order)).toMatchObject([
      { total: 2_595, taxable: 2_471.43, igst: 123.57 },
      { total: 3_830.31, taxable: 3_830.31, igst: 0 },
    ]);
  });
});
