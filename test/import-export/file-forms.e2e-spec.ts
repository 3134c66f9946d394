import { COUNT_FIELDS } from '../../src/stock/count-sheet/count-fields.js';
import { readStatement } from '../../src/money/bank/statement-file/read-statement.js';
import { uploadColumns, uploadField } from '../../src/platform/table-file/columns.js';
import { UNLIMITED } from '../../src/platform/table-file/limits.js';
import { readTable } from '../../src/platform/table-file/read-table.js';
import {
  importFileOf,
  trackingFileOf,
} from '../../web/src/pages/office/shipping/upload/tracking-file.js';
import { readZones, ZONE_FIELDS } from '../../web/src/pages/office/settings/read-zones.js';
import { fileByColumns } from '../../web/src/table-file/file-by-columns.js';
import { givenPlan, givenProduct, unique } from '../support/shop/given.js';
import { givenSuite } from '../support/shop/shop.js';
import { converted } from './converted-file.js';
import {
  csvText,
  utf16,
  withSheet,
  workbook,
  type SupplierCell,
} from '../support/shop/supplier-file.js';

const { app, admin } = await givenSuite();
const { code: plan } = await givenPlan(app);
const skus = [await givenProduct(app), await givenProduct(app)].map(({ sku }) => sku);

/** What an upload makes of a file: the number of rows that it can use, and its problems by row. */
interface Outcome {
  rows: number;
  problems: string[];
}

interface Upload {
  header: readonly string[];
  /** Two rows. */
  rows: readonly SupplierCell[][];
  /** Position of the cell that a spreadsheet shortens. */
  shortened: number;
  read: (file: Buffer) => Promise<Outcome>;
}

const rowsOf = async (file: Buffer) => (await readTable(new Uint8Array(file), {}, UNLIMITED)).rows;

const UPLOADS: Record<string, Upload> = {
  clients: {
    header: ['Name', 'Owner email', 'GST No.', 'Max open value', 'City', 'Address', 'State', 'PIN'],
    rows: [1, 2].map((at) => [
      `Shop ${at}`,
      `${unique('forms').toLowerCase()}@forms.example`,
      '',
      5_000,
      'Bengaluru',
      '14, Lake View Road',
      'Karnataka',
      '560 001',
    ]),
    shortened: 3,
    read: async (file) => {
      const outcomes = await admin.upload('importClients', file, { dry_run: true });
      return {
        rows: outcomes.filter(({ outcome }) => outcome === 'created').length,
        problems: outcomes.flatMap(({ line, problems }) =>
          problems.map(({ value, problem }) => `${line} ${value} ${problem}`),
        ),
      };
    },
  },
  'price lists': {
    header: ['Item Code', 'New rate'],
    rows: skus.map((sku) => [sku, '120.50']),
    shortened: 0,
    read: async (file) => {
      const { prices, problems } = await admin.upload('importPriceList', file, { plan });
      return { rows: prices, problems: problems.map((each) => `${each.line} ${each.problem}`) };
    },
  },
  'count sheets': {
    header: ['SKU', 'Variation', 'Counted', 'Last movement'],
    rows: skus.map((sku) => [sku, '', 7, 0]),
    shortened: 0,
    read: async (file) => {
      const { rows, outcomes } = await admin.upload('countStock', file, { dry_run: 'true' });
      const invalid = outcomes.filter(({ outcome }) => outcome === 'invalid');
      const problems = invalid.map(({ line, problem }) => `${line} ${problem}`);
      return { rows: rows - invalid.length, problems };
    },
  },
  'tracking numbers': {
    header: ['AWB', 'Client Order Id', 'Courier Name'],
    rows: ['AAA', 'BBB'].map((name) => [`BL${name}`, `WO-${name}`, 'BlueLine']),
    shortened: 0,
    read: async (file) => {
      const found = trackingFileOf(await rowsOf(file), { fields: new Map() });
      expect(found.problem).toBeNull();
      const content = importFileOf(found.rows, found.positions, '');
      const { problems } = await admin.upload('importShipments', content, { dry_run: 'true' });
      const lost = problems.filter(({ column }) => column !== null);
      return {
        rows: found.rows.length - lost.length,
        problems: lost.map(({ line, problem }) => `${found.rows[line - 2]?.line} ${problem}`),
      };
    },
  },
  'delivery zones': {
    header: ['Country', 'PIN', 'Extra charge'],
    rows: ['56', '57'].map((pin) => ['India', pin, '12,50']),
    shortened: 2,
    read: async (file) => {
      const rows = await rowsOf(file);
      const found = uploadColumns(rows, ZONE_FIELDS, { fields: new Map() });
      const { zones, problems } = readZones(rows, found);
      return { rows: zones.length, problems: problems.map((text) => text.replace('Row ', '')) };
    },
  },
  products: {
    header: ['Item Code', 'Particulars', 'Rate'],
    rows: skus.map((sku) => [sku, 'Cup', '12.50']),
    shortened: 0,
    read: async (file) => {
      const { count, faults } = converted(await rowsOf(file));
      const problems = faults.map(({ row, problem }) => `${row} ${problem}`);
      return { rows: count - faults.length, problems };
    },
  },
  'bank statements': {
    header: ['Date', 'Narration', 'Withdrawal', 'Deposit', 'Balance'],
    rows: [
      ['02/11/2026', 'UPI/432112345678', '', '100.00', '1100.00'],
      ['23/11/2026', 'UPI/432112345679', '', '50.00', '1150.00'],
    ],
    shortened: 3,
    read: async (file) => {
      const { lines, unreadableRows } = await readStatement(file);
      const problems = unreadableRows.map(({ rowNumber, problem }) => `${rowNumber} ${problem}`);
      return { rows: lines.length, problems };
    },
  },
};

const total = ({ header }: Upload): SupplierCell[] => ['Total', ...header.slice(1).map(() => '')];
const merged = (sheet: string): string =>
  sheet.replace('</sheetData>', '</sheetData><mergeCells><mergeCell ref="A1:B1"/></mergeCells>');
const FORMS: Record<string, (upload: Upload) => Buffer> = {
  'a title and a total': (upload) => {
    const { header, rows } = upload;
    return Buffer.from(csvText([['BlueLine – November'], [], header, ...rows, total(upload)], ','));
  },
  'UTF-16': ({ header, rows }) => utf16(csvText([header, ...rows], '\t')),
  semicolons: ({ header, rows }) => Buffer.from(csvText([header, ...rows], ';')),
  'merged cells': ({ header, rows }) =>
    withSheet(workbook([['BlueLine – November'], [...header], ...rows]), merged),
};

const EACH = Object.keys(UPLOADS).flatMap((upload) =>
  Object.keys(FORMS).map((form) => [upload, form] as const),
);

describe('a file that people upload', () => {
  it.each(EACH)('of %s is read with %s', async (name, form) => {
    const upload = UPLOADS[name]!;
    expect(await upload.read(FORMS[form]!(upload))).toEqual({ rows: 2, problems: [] });
  });

  it.each(Object.keys(UPLOADS))(
    'of %s names the row of a number that a spreadsheet has shortened',
    async (name) => {
      const { header, rows, shortened, read } = UPLOADS[name]!;
      const bad = rows[1]!.with(shortened, '1.49E+12');
      const { rows: good, problems } = await read(
        Buffer.from(csvText([header, rows[0]!, bad], ',')),
      );
      expect([good, problems]).toEqual([
        1,
        [expect.stringMatching(/^3\D.*(1\.49E\+12|lost its digits)/)],
      ]);
    },
  );

  it('of another kind says which column is missing', () => {
    const found = trackingFileOf(
      [
        ['Item Code', 'Rate'],
        ['A', '5'],
      ],
      { fields: new Map() },
    );
    expect(found.problem).toBe('No column looks like “Order number”. Choose it.');
    expect(found.unused).toEqual(['Item Code', 'Rate']);
  });

  it('asks which of two columns is meant, unless one has the very name', () => {
    const fields = new Map<string, string>();
    const rows = [
      ['Order No', 'Reference', 'AWB'],
      ['WO-A', 'X', 'BL1'],
    ];
    expect(trackingFileOf(rows, { fields }).problem).toBe(
      'Which of the columns “Order No” and “Reference” is “Order number”? Choose it.',
    );
    const chosen = new Map([
      ['Order No', 'order_number'],
      ['Reference', ''],
    ]);
    expect(trackingFileOf(rows, { fields: chosen }).problem).toBeNull();
    const exact = [
      ['order_number', 'Reference', 'AWB'],
      ['WO-A', 'X', 'BL1'],
    ];
    expect(trackingFileOf(exact, { fields })).toMatchObject({
      problem: null,
      unused: ['Reference'],
    });
    expect(uploadField('order_number', 'Order number', 'order no').names).toContain('order number');
  });

  it('is sent by the columns that a person chose, with each row where it was', async () => {
    const rows = [
      ['Counts of November'],
      [],
      ['SKU', 'Variation', 'Count', 'Counted quantity', 'Last movement'],
      [skus[0]!, '', 7, 'x', 0],
      [],
      [skus[1]!, '', 'many, or more', 'x', 0],
    ];
    const asked = uploadColumns(rows, COUNT_FIELDS, { fields: new Map() });
    expect(asked.problem).toMatch(/^Which of the columns “Count” and “Counted quantity” is/);
    const fields = new Map(rows[2]!.map((name) => [String(name), '']));
    for (const [name, field] of [
      ['SKU', 'sku'],
      ['Variation', 'variation'],
      ['Count', 'counted'],
      ['Last movement', 'last_movement'],
    ] as const)
      fields.set(name, field);
    const found = uploadColumns(rows, COUNT_FIELDS, { fields });
    expect(found.problem).toBeNull();
    const report = await admin.upload('countStock', fileByColumns(rows, found), {
      dry_run: 'true',
    });
    const isBad = (outcome: string) => outcome === 'invalid';
    expect(report.outcomes.map(({ line, outcome }) => [line, isBad(outcome)])).toEqual([
      [4, false],
      [6, true],
    ]);
  });

  it('of clients has their address, and the day on which the subscription ends', async () => {
    const owner = `${unique('whole').toLowerCase()}@forms.example`;
    const file = [
      ['Company', 'Owner email', 'GSTIN', 'Address', 'Plan', 'ends_at', 'Foo'],
      [
        'Whole',
        owner,
        '',
        '14, Lake View Road, Bengaluru, Karnataka 560001',
        plan,
        '2099-04-01',
        'x',
      ],
      ['Part', `part-${owner}`, '', '14, Lake View Road', '', '', ''],
    ];
    const [whole, part] = await admin.upload('importClients', csvText(file, ','));
    expect(part?.problems).toEqual([
      expect.objectContaining({
        column: 'address',
        problem: expect.stringContaining('needs a street'),
      }),
    ]);
    expect(await admin.clients.get(whole!.client_id!)).toMatchObject({
      subscription: { plan, ends_at: '2099-03-31T18:30:00.000Z' },
      billing: { line1: '14, Lake View Road', place: 'Bengaluru', state: '29', pincode: '560001' },
    });
  });
});
