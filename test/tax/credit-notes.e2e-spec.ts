import type { Return, Row } from '../support/tax/gstr1-return.js';
import { pagesOf } from '../support/tax/read-pdf.js';
import { KARNATAKA, startTaxSuite, tax, TAX_PROFILE } from '../support/tax/tax-admin.js';
import { givenReturnedGoods, givenTaxedOrder, unitsOfLines } from '../support/tax/taxed-order.js';
import { admin, app, shop } from '../support/money/suite.js';

const MONTH = TAX_PROFILE.effective_from.slice(0, 7);

describe('credit notes on paper, in the return of the month and as e-invoices', () => {
  startTaxSuite();
  beforeAll(async () => {
    await tax.putProfile({ e_invoice_from: TAX_PROFILE.effective_from });
  });
  beforeEach(() => tax.changeClient(shop.client.id, KARNATAKA));

  const textOf = async (id: number): Promise<string> => {
    const { body } = await app.admin('get', `documents/${id}/pdf`).responseType('blob');
    return (await pagesOf(body as Buffer)).join().replaceAll(/ +/g, ' ');
  };
  const month = async (): Promise<Return> =>
    (await app.admin('get', `reports/gstr1?month=${MONTH}`).expect(200)).body as Return;
  const rowOf = async (number: string): Promise<Row> =>
    (await month()).cdnr!.flatMap(({ nt }) => nt).find(({ nt_num }) => nt_num === number)!;
  const inv01Of = async (number: string): Promise<unknown> => {
    const { body } = await app.admin('get', 'e-invoices/file').expect(200);
    return (body as { DocDtls: { No: string } }[]).find(({ DocDtls: { No } }) => No === number);
  };

  it('take back the worked example to the paisa', async () => {
    const order = await givenTaxedOrder(shop);
    await admin.orders.ship(order, unitsOfLines(6, 1, 7));
    await admin.orders.ship(order, unitsOfLines(4, 2));
    await admin.orders.deliver(order);
    await admin.orders.return(order);
    await admin.orders.refund(order, { amount: 1_000 });
    const { id, number } = (await tax.ofOrder(order))[2]!;
    const text = await textOf(id);
    for (const cells of ['229.47 11.47 240.94', '163.54 29.44 192.98', '31.82 5.73 37.55']) {
      expect(text).toContain(cells);
    }
    for (const cells of ['147.92 7.40 155.32', '316.28 56.93 373.21', '889.03 110.97 1,000.00']) {
      expect(text).toContain(cells);
    }
    expect(text).not.toContain('Quantity');
    expect(await rowOf(number)).toMatchObject({
      val: 1_000,
      itms: [
        { itm_det: { rt: 5, txval: 377.39, iamt: 18.87 } },
        { itm_det: { rt: 18, txval: 511.64, iamt: 92.1 } },
      ],
    });
    expect(await inv01Of(number)).toMatchObject({
      DocDtls: { Typ: 'CRN' },
      ItemList: [
        { Qty: 1, Unit: 'OTH', AssAmt: 229.47, IgstAmt: 11.47, TotItemVal: 240.94 },
        { AssAmt: 163.54, IgstAmt: 29.44, TotItemVal: 192.98 },
        { AssAmt: 31.82, IgstAmt: 5.73, TotItemVal: 37.55 },
        { AssAmt: 147.92, IgstAmt: 7.4, TotItemVal: 155.32 },
        { AssAmt: 316.28, IgstAmt: 56.93, TotItemVal: 373.21 },
      ],
      ValDtls: { AssVal: 889.03, IgstVal: 110.97, TotInvVal: 1_000 },
    });
  });

  it('take back the goods that came back, with their units, HSN and tax', async () => {
    const order = await givenReturnedGoods(shop);
    await admin.orders.refund(order, { amount: 10_000 });
    const { id, number } = (await tax.ofOrder(order))[1]!;
    const text = await textOf(id);
    expect(text).toMatch(/1 .* 8509 WS-\S+ 10 PCS 8,474\.58 1,525\.42 10,000\.00/);
    expect(text).not.toContain('6109');
    expect((await rowOf(number)).itms).toMatchObject([
      { itm_det: { rt: 18, txval: 8_474.58, iamt: 1_525.42 } },
    ]);
    const { hsn_b2b: summary } = (await month()).hsn!;
    expect(summary!.filter(({ hsn_sc }) => hsn_sc !== '7323')).toMatchObject([
      { hsn_sc: '6109', qty: 10, txval: 9_523.81, iamt: 476.19 },
    ]);
    expect(await inv01Of(number)).toMatchObject({
      ItemList: [{ HsnCd: '8509', Qty: 10, Unit: 'PCS', AssAmt: 8_474.58, IgstAmt: 1_525.42 }],
      ValDtls: { AssVal: 8_474.58, IgstVal: 1_525.42, TotInvVal: 10_000 },
    });
  });
});
