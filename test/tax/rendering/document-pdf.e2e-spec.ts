import { jest } from '@jest/globals';
import type { DocumentContent } from '../../../src/tax/documents/document-content.js';
import { documentHtml } from '../../../src/tax/rendering/document-html.js';
import { documentsPdf } from '../../../src/tax/rendering/document-pdf.js';
import type { PrintOptions } from '../../../src/tax/rendering/printed-document.js';
import { givenCreditNote, givenInvoice } from '../../support/tax/document-contents.js';
import type { Goods } from '../../support/tax/documents.js';
import { accentOf } from '../../../src/identity/brand/accent.js';
import { givenPng } from '../../support/documents/pictures.js';
import { linesOf, pagesOf, qrCodeOf } from '../../support/tax/read-pdf.js';

const REGISTRATION = {
  irn: '0123456789abcdef'.repeat(4),
  ack_no: '112010036563310',
  ack_date: '2026-11-22 10:11:12',
  // As long as a signed QR code of the portal is.
  signed_qr: `eyJhbGciOiJSUzI1NiJ9.${'Ab1_-xYz'.repeat(110)}`,
};

/** Reads the text of a document's PDF on one page, without the spaces between its columns. */
async function textOf(content: DocumentContent, options?: PrintOptions): Promise<string> {
  const pages = await pagesOf(await documentsPdf([{ content, ...options }]));
  return pages.join('\n').replaceAll(/[^\S\n]+/g, ' ');
}

function given40Lines(line: Partial<Goods> = {}): Goods[] {
  return Array.from({ length: 40 }, (_, index) => ({
    description: `Steel bottle ${index + 1}`,
    hsn: '7323',
    units: index + 1,
    unitPriceMinor: 12_345,
    rateBp: 1800,
    ...line,
  }));
}

const text = await textOf(givenInvoice());

describe('the PDF of an invoice', () => {
  it.each([
    ['title', 'Tax Invoice'],
    ['supplier', 'Godown Wholesale Private Limited'],
    ["supplier's address", '14 Dock Road'],
    ["supplier's state", 'State: Maharashtra (27)'],
    ["supplier's GSTIN", 'GSTIN 27AAPFU0939F1ZV'],
    ['number', 'Number WS-2627-000001'],
    ['date', 'Date 22 Nov 2026'],
    ['recipient', 'Asha Home LLP'],
    ["recipient's GSTIN", 'GSTIN 29AAPFU0939F1ZR'],
    ['delivery', '7 Beach Road'],
    ["delivery's state", 'Tamil Nadu'],
    ['place of supply', 'Place of supply Karnataka (29)'],
    ['reverse charge', 'Tax payable on reverse charge No'],
    ['line', '1 T-shirt 6109 6 PCS 249.50 51.10 1,474.38 73.72 1,548.10'],
    ['rate of the tax', 'TS-01 5%'],
    ['sums of the lines', 'Total 100.00 2,729.64 299.67 3,029.31'],
    ['summary by HSN code', '8509 8 PCS 18% 1,255.26 225.95 1,481.21'],
    ['total', 'Total ₹3,029.31'],
    ['total in words', 'Rupees Three Thousand Twenty-Nine and Thirty-One Paise Only'],
    ['signatory', 'Meera Shah'],
    ['page', 'Page 1 of 1'],
  ])('has the %s: %s', (_what, expected) => {
    expect(text).toContain(expected);
  });

  it('has the logo and the color of the wholesaler once, however many copies there are', async () => {
    const content = givenInvoice();
    const logo = { content: givenPng(), type: 'image/png', width: 60, height: 40, version: '1' };
    const letterhead = { accent: accentOf('#7a1f5c'), logo };
    const copies = { copies: ['original', 'duplicate'] as const };
    const pdf = await documentsPdf([{ content, ...copies }, { content }], letterhead);
    // The picture and its transparency.
    expect(pdf.toString('latin1').match(/\/Subtype \/Image/g)).toHaveLength(2);
    expect(await pagesOf(pdf)).toHaveLength(3);
    const unreadable = { ...letterhead, logo: { ...logo, content: Buffer.from('no picture') } };
    expect(await pagesOf(await documentsPdf([{ content }], unreadable))).toHaveLength(1);
    const html = documentHtml(content, {}, letterhead);
    expect(html).toContain(
      `<img alt="" src="data:image/png;base64,${logo.content.toString('base64')}">`,
    );
    expect(html).toContain('--accent: #7a1f5c;');
  });

  it('splits the tax within a state, and names that of a union territory', async () => {
    const intra = await textOf(givenInvoice({ supply: 'intra_state' }));
    expect(intra).toContain('1 T-shirt 6109 6 PCS 249.50 51.10 1,474.38 36.86 36.86 1,548.10');
    expect(intra).toContain('2.5% 2.5%');
    expect(intra).toContain('Taxable value CGST SGST Amount');
    const territory = await textOf(givenInvoice({ supply: 'intra_state', is_utgst: true }));
    expect(territory).toContain('Taxable value CGST UTGST Amount');
  });

  it('has the statement of a supply to a special economic zone', async () => {
    const sold = givenInvoice();
    const withSez = (sez: 'with_payment' | 'without_payment') =>
      textOf({ ...sold, recipient: { ...sold.recipient, sez } });
    expect(await withSez('with_payment')).toContain('on payment of integrated tax (IGST)');
    expect(await withSez('without_payment')).toMatch(
      /without payment of\s+integrated tax \(IGST\)/,
    );
  });

  it.each([
    ['Bharat', false],
    ['Nepal', true],
  ])(
    'names the country of the consignee, in India the state with its code: %s',
    async (country, isNamed) => {
      const sold = givenInvoice();
      const text = await textOf({ ...sold, ship_to: { ...sold.ship_to!, country } });
      expect(text.includes(country)).toBe(isNamed);
      // The code of the state, by its name or as the store wrote it.
      expect(text.includes('State: Tamil Nadu (33)')).toBe(!isNamed);
    },
  );

  it('has the QR code of its registration', async () => {
    const pdf = await documentsPdf([{ content: givenInvoice(), registration: REGISTRATION }]);
    expect(await qrCodeOf(pdf)).toBe(REGISTRATION.signed_qr);
    expect((await pagesOf(pdf)).join()).toContain(REGISTRATION.irn);
  });

  it('is printed once for each copy, and says that it was printed before', async () => {
    const pdf = await documentsPdf([
      { content: givenInvoice(), copies: ['original', 'duplicate', 'triplicate'], isReprint: true },
    ]);
    const pages = await pagesOf(pdf);
    const marks = pages.map((page) => /Tax Invoice +(.*)/.exec(page)![1]);
    expect(marks).toEqual([
      'Original for recipient · Duplicate (printed before)',
      'Duplicate for transporter · Duplicate (printed before)',
      'Triplicate for supplier · Duplicate (printed before)',
    ]);
    expect(pages[2]).toContain('Page 1 of 1');
  });
});

describe('the PDF of other documents', () => {
  it('names no tax in a bill of supply', async () => {
    const text = await textOf(
      givenInvoice({ kind: 'bill_of_supply', goods: given40Lines({ rateBp: 0 }) }),
    );
    expect(text).toContain('Bill of Supply');
    expect(text).not.toMatch(/GST\b(?!IN)|reverse charge/);
  });

  it('names what a credit note takes back', async () => {
    const text = await textOf(givenCreditNote(givenInvoice()));
    expect(text).toContain('Credit Note');
    expect(text).toContain('1 T-shirt 6109 WS-2627-000001 1,474.38 73.72 1,548.10');
    expect(text).toContain('TS-01 22 Nov 2026, line 1');
    expect(text).toContain('Total credited ₹3,029.31');
    expect(text).not.toContain('Ship to');
  });

  it('takes back no tax in a commercial credit note', async () => {
    const text = await textOf(givenCreditNote(givenInvoice(), false));
    expect(text).toContain('Commercial Credit Note');
    expect(text).toContain('Total credited ₹3,029.31');
    expect(text).not.toContain('IGST');
  });
});

describe('the layout of a PDF', () => {
  it('has 40 lines on two pages, each with the header of the table', async () => {
    const content = givenInvoice({ goods: given40Lines(), supply: 'intra_state' });
    const pages = await pagesOf(await documentsPdf([{ content }]));
    expect(pages).toHaveLength(2);
    for (const [index, page] of pages.entries()) {
      expect(page).toContain(`Page ${index + 1} of 2`);
      expect(page).toMatch(/# +Item +HSN +Quantity/);
    }
    expect(pages[1]).toMatch(/^Tax Invoice · WS-2627-000001 · Godown/);
    const items = [...pages.join('').matchAll(/Steel bottle (\d+)/g)].map(([, item]) => item);
    expect(items).toEqual(given40Lines().map((_line, index) => String(index + 1)));
  });

  it('wraps long names and keeps the largest amounts on their lines', async () => {
    const name = `Great ${'Godavari'.repeat(20)} Trading`;
    const goods = given40Lines({
      description: name,
      unitPriceMinor: 999_999_999_99,
      sku: 'X'.repeat(64),
    });
    const sold = givenInvoice({ goods, supply: 'intra_state' });
    const text = await textOf({ ...sold, recipient: { ...sold.recipient, name } });
    expect(text.replaceAll(/\s/g, '')).toContain('Godavari'.repeat(4));
    expect(text).toContain('99,99,99,999.99');
    expect(text).toContain(`₹8,20,00,00,00,091.80`);
  });

  it('keeps long facts and the largest amounts between its margins, next to each other', async () => {
    const goods = given40Lines({ unitPriceMinor: 999_999_999_99 });
    const sold = givenInvoice({ goods, supply: 'intra_state' });
    const content = { ...sold, store_order_id: 'Of our shop in Pune '.repeat(5) };
    const lines = await linesOf(await documentsPdf([{ content }]));
    for (const line of lines) {
      expect(line[0]![0]).toBeGreaterThan(33);
      expect(line.at(-1)![1]).toBeLessThan(562);
      for (const [index, [left]] of line.slice(1).entries()) {
        expect(left).toBeGreaterThanOrEqual(line[index]![1]);
      }
    }
  });

  it('keeps an address of many lines and long terms on their pages', async () => {
    const sold = givenInvoice({ terms: 'One\n'.repeat(200) });
    const content = {
      ...sold,
      ship_to: { ...sold.ship_to!, address: Array.from({ length: 120 }, () => 'A').join('\n') },
    };
    const pages = await pagesOf(await documentsPdf([{ content }]));
    expect(pages[0]).toContain('A, A, A');
    expect(pages.map((page) => /Page \d of \d/.exec(page)?.[0])).toEqual(
      pages.map((_page, index) => `Page ${index + 1} of ${pages.length}`),
    );
    expect(pages.join('').match(/One/g)!.length).toBeGreaterThanOrEqual(200);
    expect(pages.at(-1)).toContain('Authorized signatory');
  });

  it('is the same whenever it is made', async () => {
    const content = givenInvoice();
    const before = await documentsPdf([{ content }]);
    jest.useFakeTimers({
      now: new Date('2030-01-01'),
      doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'],
    });
    try {
      expect((await documentsPdf([{ content }])).equals(before)).toBe(true);
    } finally {
      jest.useRealTimers();
    }
  });

  it('numbers the pages of each of many documents', async () => {
    const contents = [givenInvoice({ goods: given40Lines() }), givenCreditNote(givenInvoice())];
    const pages = await pagesOf(await documentsPdf(contents.map((content) => ({ content }))));
    expect(pages.map((page) => /Page \d of \d/.exec(page)![0])).toEqual([
      'Page 1 of 2',
      'Page 2 of 2',
      'Page 1 of 1',
    ]);
  });
});

describe('the page of a document', () => {
  it('says the same as the PDF, and needs no other file', () => {
    const html = documentHtml(givenInvoice(), { registration: REGISTRATION });
    for (const expected of ['Tax Invoice', '1,474.38', '₹3,029.31', REGISTRATION.irn, '<svg']) {
      expect(html).toContain(expected);
    }
    expect(html).not.toMatch(/<(script|link|img)|url\(|@import/);
  });

  it('escapes every text', () => {
    const hostile = (value: unknown): unknown =>
      typeof value === 'string'
        ? `<i>"&'${value}`
        : Array.isArray(value)
          ? value.map(hostile)
          : typeof value === 'object' && value !== null
            ? Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, hostile(inner)]))
            : value;
    const sold = givenInvoice({ reason: 'Lost', terms: 'Net', signatory: 'A' });
    const { recipient, supplier } = sold;
    const content = {
      ...sold,
      ...(hostile({ ...sold, recipient, supplier }) as DocumentContent),
      kind: sold.kind,
      supply: sold.supply,
      issued_on: sold.issued_on,
      recipient: { ...(hostile(recipient) as typeof recipient), address: recipient.address },
      supplier: { ...(hostile(supplier) as typeof supplier), address: supplier.address },
    };
    const html = documentHtml(content, {
      registration: hostile(REGISTRATION) as typeof REGISTRATION,
    });
    expect(html.match(/&lt;i&gt;&quot;&amp;&#39;/g)!.length).toBeGreaterThan(20);
    expect(html).not.toContain('<i>');
    expect(html).not.toContain(`"&'`);
  });
});
