import fc from 'fast-check';
import { labelsPdf, type Label } from '../../src/couriers/labels/label-pdf.js';
import { OWN_ACCENT } from '../../src/identity/brand/accent.js';
import type { BrandTheme } from '../../src/identity/brand/brand.service.js';
import { LABEL_PAPERS } from '../../src/identity/brand/papers.js';
import { ORDER_NUMBER_ALPHABET } from '../../src/orders/order-number.js';
import { barCodesOf, pageSizesOf, pagesOf } from '../support/tax/read-pdf.js';

const THEME: BrandTheme = {
  name: 'Godown Wholesale',
  address: ['14 Dock Road', 'Mumbai 400001'],
  accent: OWN_ACCENT,
  logo: null,
  sender: 'client',
  slipPaper: 'a4',
};

const givenLabel = (rest: Partial<Label> = {}): Label => ({
  awb: '10234567890123',
  courier: 'Delhivery',
  mode: 'surface',
  routing: 'BLR/MGR',
  orderNumber: 'WO-7K3M9PQ2XA',
  weightGrams: 1_234,
  clientName: 'Asha Home Store',
  returnTo: [],
  isReprint: false,
  slip: null,
  consignee: {
    name: 'Asha Verma',
    phone: '9876543210',
    lines: ['12 MG Road', 'behind the old mill'],
    city: 'Bengaluru',
    state: 'Karnataka',
    pincode: '560001',
  },
  ...rest,
});

const withAddress = (awb: string, name: string, lines: string[]): Label =>
  givenLabel({
    awb,
    orderNumber: `WO-${awb}`,
    consignee: { ...givenLabel().consignee, name, lines },
  });

const textOf = async (pdf: Buffer): Promise<string> =>
  (await pagesOf(pdf)).join('\n').replaceAll(/\s+/g, ' ');

/** Letters and digits as couriers and the order numbers have them. */
const textsOf = (
  letters: string,
  lengths: { minLength: number; maxLength: number },
  count: number,
) =>
  fc.sample(fc.string({ unit: fc.constantFrom(...letters), ...lengths }), {
    numRuns: count,
    seed: 25,
  });

describe('labels', () => {
  const count = process.env.CI ? 6 : 25;
  const awbs = textsOf(
    '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ',
    { minLength: 8, maxLength: 24 },
    count,
  );
  const digits = textsOf('0123456789', { minLength: 10, maxLength: 18 }, count);
  const orders = textsOf(ORDER_NUMBER_ALPHABET, { minLength: 10, maxLength: 10 }, count * 2);
  const labels = [...awbs, ...digits].map((awb, index) =>
    givenLabel({ awb, orderNumber: `WO-${orders[index]}` }),
  );
  const codes = labels.flatMap(({ awb, orderNumber }) => [awb, orderNumber]).sort();

  it.each(LABEL_PAPERS)(
    'on %s have codes of AWB and order number that scan at 203 and 300 dpi',
    async (paper) => {
      const pdf = await labelsPdf(labels, THEME, paper);
      expect(await barCodesOf(pdf, 203)).toEqual(codes);
      expect(await barCodesOf(pdf, 300)).toEqual(codes);
    },
  );

  it('name courier, mode, routing, recipient, weight, sender and return address', async () => {
    const text = await textOf(await labelsPdf([givenLabel()], THEME, '100x150'));
    for (const part of [
      'Delhivery',
      'Surface',
      'Prepaid',
      'BLR/MGR',
      '10234567890123',
      'Asha Verma',
      '12 MG Road, behind the old mill',
      'Bengaluru, Karnataka',
      '560001',
      '9876543210',
      '1.24 kg',
      'Box 1/1',
      'WO-7K3M9PQ2XA',
      'From Asha Home Store',
    ])
      expect(text).toContain(part);
    expect(text).toMatch(/If not delivered, return to: .*Godown Wholesale.*Mumbai/);
    expect(text).not.toContain('REPRINT');
  });

  it('name the wholesaler as the sender, the return address of the account, and a second print', async () => {
    const label = givenLabel({ isReprint: true, mode: 'express', returnTo: ['Godown 2', 'Pune'] });
    const text = await textOf(await labelsPdf([label], { ...THEME, sender: 'wholesaler' }, 'a4x4'));
    for (const part of ['Express · REPRINT', 'From Godown Wholesale', 'Godown 2', 'Pune'])
      expect(text).toContain(part);
    expect(text).not.toContain('Mumbai');
  });

  it.each(LABEL_PAPERS)(
    'on %s keep an address of 300 characters, one in Devanagari and one of wide letters whole, with PIN code and phone',
    async (paper) => {
      const long = `${'Plot 7, Sector 22, near the water tower, '.repeat(8).slice(0, 294)}ending`;
      const hindi = `${'साड़ी चौक, पुराना बाज़ार, '.repeat(12).slice(0, 294)} अंत`;
      const wide = `${'W'.repeat(24)} `.repeat(20).trim();
      const all = [
        withAddress('1000000001', 'Asha Verma', [long]),
        withAddress('1000000002', 'आशा वर्मा', [hindi]),
        withAddress('1000000003', 'W'.repeat(120), [wide]),
      ];
      const pdf = await labelsPdf(all, THEME, paper);
      const sizes = { '100x150': Array(3).fill('283 x 425'), a4x4: ['595 x 842'] };
      expect(await pageSizesOf(pdf)).toEqual(sizes[paper]);
      const text = await textOf(pdf);
      expect(text).toContain('ending');
      expect(text.split('560001')).toHaveLength(4);
      expect(text.split('9876543210')).toHaveLength(4);
      expect(text.match(/W{20,}/g)!.join('')).toHaveLength(120 + 480);
      const awbs = all.flatMap(({ awb }) => [awb, `WO-${awb}`]);
      expect(await barCodesOf(pdf)).toEqual(awbs.sort());
    },
  );

  it('print an AWB that is too long for a code as text alone', async () => {
    const pdf = await labelsPdf([givenLabel({ awb: 'A1'.repeat(40) })], THEME, '100x150');
    expect(await barCodesOf(pdf)).toEqual(['WO-7K3M9PQ2XA']);
    expect((await textOf(pdf)).replaceAll(' ', '')).toContain('A1'.repeat(15));
  });
});
