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
      lines: content!.lines.map((line) =>
        [line.gross_minor, line.cgst_minor + line.igst_minor, line.taxable_minor].join(' '),
      ),
    }));

  it('take the worked example to the paisa between states', async () => {
    await tax.changeClient(shop.client.id, KARNATAKA);
    const order = await givenTaxedOrder(shop);
    await admin.orders.ship(order, unitsOfLines(6, 1, 7));
    await admin.orders.ship(order, unitsOfLines(4, 2));
    await admin.orders.deliver(order);
    await admin.orders.return(order);
    await admin.orders.refund(order, { amount: 1_000 });
    const zero = { cgst: 0, sgst: 0 };
    const most = ['154810 7372 147438', '123993 18914 105079', '24128 3681 20447'];
    const others = ['99800 4752 95048', '239800 36580 203220'];
    const refunded = [
      ...['24094 1147 22947', '19298 2944 16354', '3755 573 3182'],
      ...['15532 740 14792', '37321 5693 31628'],
    ];
    expect(await amounts(order)).toEqual([
      { ...zero, series: 'WS', total: 3_029.31, taxable: 2_729.64, igst: 299.67, lines: most },
      { ...zero, series: 'WS', total: 3_396, taxable: 2_982.68, igst: 413.32, lines: others },
      { ...zero, series: 'CN', total: 1_000, taxable: 889.03, igst: 110.97, lines: refunded },
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
    const halved = (await amounts(order))[2]!.lines.map((line) => line.split(' ')[1]);
    expect(halved).toEqual(['574', '1472', '286', '370', '2847']);
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
    const gross = (await amounts(order))[0]!.lines.map((line) => line.split(' ')[0]);
    expect(gross).toEqual(['249500', '369700', '23331']);
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
