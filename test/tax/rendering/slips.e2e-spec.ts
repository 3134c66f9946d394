import { OWN_ACCENT } from '../../../src/identity/brand/accent.js';
import type { BrandTheme } from '../../../src/identity/brand/brand.service.js';
import { PAPERS } from '../../../src/identity/brand/papers.js';
import { pickSheetPdf } from '../../../src/tax/rendering/slips/pick-sheet-pdf.js';
import { type Slip, slipsPdf } from '../../../src/tax/rendering/slips/slips-pdf.js';
import { givenPng } from '../../support/documents/pictures.js';
import { barCodesOf, linesOf, pageSizesOf, pagesOf } from '../../support/tax/read-pdf.js';

const THEME: BrandTheme = {
  name: 'Godown Wholesale',
  address: ['14 Dock Road', 'Mumbai 400001'],
  accent: OWN_ACCENT,
  logo: null,
  sender: 'client',
  slipPaper: 'a4',
};

const orderNumberOf = (index: number): string => `WO-7K3M9PQ2${String(index).padStart(2, '0')}`;

const givenSlip = (index = 1, rest: Partial<Slip> = {}): Slip => ({
  orderNumber: orderNumberOf(index),
  client: { name: 'Asha Home Store', address: ['7 Beach Road', 'Chennai 600001'] },
  consignee: {
    name: 'Asha Verma',
    address: '12 MG Road',
    city: 'Bengaluru',
    state: 'Karnataka',
    pincode: '560001',
    country: 'India',
    phone: '+91 98765 43210',
  },
  facts: ['Placed 3 Nov 2026'],
  lines: [{ sku: 'KT-APR-85', item: 'Apron, Colour Teal', units: 12 }],
  notes: [],
  ...rest,
});

const textOf = async (pdf: Buffer): Promise<string> =>
  (await pagesOf(pdf)).join('\n').replaceAll(/\s+/g, ' ');

const SEVENTEEN = Array.from({ length: 17 }, (_, index) => givenSlip(index));
const A4 = '595 x 842';

describe('packing slips', () => {
  it.each([
    ['a4', 17],
    ['a4x2', 9],
  ] as const)('of 17 orders on %s have %i pages', async (paper, pages) => {
    const sizes = await pageSizesOf(await slipsPdf(SEVENTEEN, THEME, paper));
    expect(sizes).toEqual(Array(pages).fill(A4));
  });

  it.each([
    ['a4x4', Array(5).fill(A4)],
    ['100x150', Array(17).fill('283 x 425')],
  ] as const)(
    'of 17 orders on %s have the pages of the paper, and a code that scans each',
    async (paper, sizes) => {
      const pdf = await slipsPdf(SEVENTEEN, THEME, paper);
      expect(await pageSizesOf(pdf)).toEqual(sizes);
      expect(await barCodesOf(pdf)).toEqual(SEVENTEEN.map(({ orderNumber }) => orderNumber));
    },
  );

  it('name the client as the sender, or the wholesaler and the client', async () => {
    const ofClient = await textOf(await slipsPdf([givenSlip()], THEME, '100x150'));
    expect(ofClient).toMatch(/Asha Home Store.*7 Beach Road.*Deliver to.*Asha Verma/);
    expect(ofClient).toContain('Bengaluru, Karnataka 560001');
    expect(ofClient).not.toContain('Godown');
    const logo = { content: givenPng(), type: 'image/png', width: 60, height: 40, version: '1' };
    const theme: BrandTheme = { ...THEME, sender: 'wholesaler', logo };
    const ofHouse = await textOf(await slipsPdf([givenSlip()], theme, '100x150'));
    expect(ofHouse).toMatch(/Godown Wholesale.*14 Dock Road.*For Asha Home Store.*Deliver to/);
  });

  it.each(PAPERS)(
    'of long texts on %s continue in the next field, and lose nothing',
    async (paper) => {
      const lines = Array.from({ length: 60 }, (_, index) => ({
        sku: `SKU-${index}-${'X'.repeat(50)}`,
        item: `${'कैंची और चाकू '.repeat(8)} item${index}end`,
        units: 1_000 + index,
      }));
      const long = givenSlip(1, {
        client: { name: 'N'.repeat(120), address: ['L'.repeat(100), 'M'.repeat(100)] },
        consignee: {
          ...givenSlip().consignee,
          name: 'क'.repeat(120),
          address: `${'साड़ी चौक, '.repeat(44)} behind`,
        },
        lines,
        notes: [`Note: ${'Ring twice. '.repeat(80)}tomorrow`],
      });
      const pdf = await slipsPdf([long, givenSlip(2)], THEME, paper);
      const text = await textOf(pdf);
      for (const { units } of lines) {
        expect(text).toContain(`item${units - 1_000}end`);
        expect(text).toContain(units.toLocaleString('en-IN'));
      }
      for (const word of ['560001', 'behind', 'tomorrow', 'Slip 1 of '])
        expect(text).toContain(word);
      const [, last] = /Slip \d+ of (\d+)/.exec(text)!;
      const marks = text.match(/Slip \d+ of \d+/g)!.map((mark) => Number(mark.split(' ')[1]));
      const inOrder = marks.toSorted((one, other) => one - other);
      expect(inOrder).toEqual(Array.from({ length: Number(last) }, (_, index) => index + 1));
      expect(text.split(long.orderNumber)).toHaveLength(2 * Number(last) + 1);
    },
  );
});

describe('pick lists', () => {
  const lines = [{ shelf: 'A-04-2', sku: 'KT-APR-85', item: 'Apron', units: 3 }];
  const wide = [{ shelf: 'HALL-2-A-04-2', sku: 'KT-APR-85-LONG', item: 'Bag', units: 2 }];

  it('by order have a code for each order, and columns below each other', async () => {
    const parts = SEVENTEEN.map(({ orderNumber }, index) => ({
      order: { number: orderNumber, label: 'Asha Home Store · Bengaluru' },
      lines: index === 9 ? wide : lines,
    }));
    const pdf = await pickSheetPdf({ title: 'Pick list by order', summary: '17 orders', parts });
    expect(await barCodesOf(pdf)).toEqual(SEVENTEEN.map(({ orderNumber }) => orderNumber));
    // Those of a shelf, a SKU, a name and a quantity at the right edge.
    const rows = (await linesOf(pdf)).filter(
      (words) => words.length === 4 && words[3]![1] > 540 && words[2]![0] > 150,
    );
    expect(rows.length).toBeGreaterThan(10);
    for (const column of [0, 1, 2]) {
      expect(new Set(rows.map((words) => words[column]![0])).size).toBe(1);
    }
  });

  it('by shelf have no codes', async () => {
    const parts = [{ order: null, lines }];
    const pdf = await pickSheetPdf({ title: 'Pick list by shelf', summary: '', parts });
    expect(await barCodesOf(pdf)).toEqual([]);
    expect(await textOf(pdf)).toContain('A-04-2 KT-APR-85 Apron 3');
  });
});
