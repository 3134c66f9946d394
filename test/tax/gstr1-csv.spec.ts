import { unzipSync } from 'fflate';
import { parse } from 'csv-parse/sync';
import { gstr1Archive, gstr1Sheet } from '../../src/tax/india/gstr1/gstr1-csv.js';
import { tableCsv } from '../../src/platform/table-export/table-csv.js';
import { SHEETS, type SheetName } from '../../src/tax/india/gstr1/gstr1-sheets.js';
import type { MonthDocument } from '../../src/tax/india/gstr1/month-document.js';
import {
  AT_HOME,
  canceledOf,
  CHENNAI,
  invoiceOf,
  KARNATAKA_GSTIN,
  KARNATAKA,
  MAHARASHTRA,
  MAHARASHTRA_GSTIN,
  noteOf,
  pagesOf,
  SUPPLIER_GSTIN,
} from '../support/tax/documents.js';

const goods = [
  { units: 6, unitPriceMinor: 249_50, rateBp: 500, hsn: '8302' },
  { units: 1, unitPriceMinor: 1_199_00, rateBp: 1800 },
];
const dear = [{ units: 1, unitPriceMinor: 300_000_00, rateBp: 1800 }];
const large = invoiceOf({ position: 3, issuedOn: '2026-11-01', client: CHENNAI, goods: dear });
const first = invoiceOf({ position: 1, issuedOn: '2026-11-05', client: MAHARASHTRA, goods });
const month: MonthDocument[] = [
  first,
  invoiceOf({ position: 2, client: { ...KARNATAKA, sez: 'without_payment' }, goods }),
  large,
  invoiceOf({ position: 4, client: AT_HOME, goods: [goods[0]!] }),
  invoiceOf({ position: 1, client: AT_HOME, goods: [{ ...goods[0]!, rateBp: 0 }] }),
  canceledOf('invoice', 'WS', 5),
  noteOf([first], 269_31, { position: 1 }),
  noteOf([large], 150_000_00, { position: 2 }),
];

async function sheet(name: SheetName, documents = month): Promise<string[]> {
  let text = '';
  const table = gstr1Sheet(pagesOf(documents, 3), SUPPLIER_GSTIN, name);
  for await (const part of tableCsv(table)) text += part;
  return text.trimEnd().split('\r\n');
}

async function archive(): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const part of gstr1Archive(pagesOf(month, 3), SUPPLIER_GSTIN)) parts.push(part);
  return Buffer.concat(parts);
}

describe('the sheets of the offline tool', () => {
  const rows: Partial<Record<SheetName, string[]>> = {
    b2b: [
      'GSTIN/UIN of Recipient,Receiver Name,Invoice Number,Invoice date,Invoice Value,Place Of Supply,Reverse Charge,' +
        'Applicable % of Tax Rate,Invoice Type,E-Commerce GSTIN,Rate,Taxable Value,Cess Amount',
      `${MAHARASHTRA_GSTIN},Lamp Shop,WS-2627-000001,05-Nov-2026,2696.00,27-Maharashtra,N,,Regular B2B,,5.00,1425.72,0.00`,
      `${MAHARASHTRA_GSTIN},Lamp Shop,WS-2627-000001,05-Nov-2026,2696.00,27-Maharashtra,N,,Regular B2B,,18.00,1016.10,0.00`,
      `${KARNATAKA_GSTIN},Lamp Shop,WS-2627-000002,20-Nov-2026,2696.00,29-Karnataka,N,,SEZ supplies without payment,,5.00,1497.00,0.00`,
      `${KARNATAKA_GSTIN},Lamp Shop,WS-2627-000002,20-Nov-2026,2696.00,29-Karnataka,N,,SEZ supplies without payment,,18.00,1199.00,0.00`,
    ],
    b2cl: [
      'Invoice Number,Invoice date,Invoice Value,Place Of Supply,Applicable % of Tax Rate,Rate,Taxable Value,Cess Amount,E-Commerce GSTIN',
      'WS-2627-000003,01-Nov-2026,300000.00,33-Tamil Nadu,,18.00,254237.29,0.00,',
    ],
    b2cs: [
      'Type,Place Of Supply,Applicable % of Tax Rate,Rate,Taxable Value,Cess Amount,E-Commerce GSTIN',
      'OE,27-Maharashtra,,5.00,1425.72,0.00,',
    ],
    cdnr: [
      'GSTIN/UIN of Recipient,Receiver Name,Note Number,Note Date,Note Type,Place Of Supply,Reverse Charge,Note Supply Type,' +
        'Note Value,Applicable % of Tax Rate,Rate,Taxable Value,Cess Amount',
      `${MAHARASHTRA_GSTIN},Lamp Shop,CN-2627-000001,25-Nov-2026,C,27-Maharashtra,N,Regular B2B,269.31,,5.00,142.42,0.00`,
      `${MAHARASHTRA_GSTIN},Lamp Shop,CN-2627-000001,25-Nov-2026,C,27-Maharashtra,N,Regular B2B,269.31,,18.00,101.49,0.00`,
    ],
    cdnur: [
      'UR Type,Note Number,Note Date,Note Type,Place Of Supply,Note Value,Applicable % of Tax Rate,Rate,Taxable Value,Cess Amount',
      'B2CL,CN-2627-000002,25-Nov-2026,C,33-Tamil Nadu,150000.00,,18.00,127118.64,0.00',
    ],
    exemp: [
      'Description,Nil Rated Supplies,Exempted(other than nil rated/non GST supply),Non-GST Supplies',
      'Intra-State supplies to unregistered persons,1497.00,0.00,0.00',
    ],
    hsn_b2c: [
      'HSN,Description,UQC,Total Quantity,Total Value,Rate,Taxable Value,Integrated Tax Amount,Central Tax Amount,State/UT Tax Amount,Cess Amount',
      '8302,Brass lamp,NOS-NUMBERS,6.00,1497.00,0.00,1497.00,0.00,0.00,0.00,0.00',
      '8302,Brass lamp,NOS-NUMBERS,6.00,1497.00,5.00,1425.72,0.00,35.64,35.64,0.00',
      '940510,Brass lamp,NOS-NUMBERS,1.00,150000.00,18.00,127118.65,22881.35,0.00,0.00,0.00',
    ],
    docs: [
      'Nature of Document,Sr. No. From,Sr. No. To,Total Number,Cancelled',
      'Invoices for outward supply,BS-2627-000001,BS-2627-000001,1,0',
      'Credit Note,CN-2627-000001,CN-2627-000002,2,0',
      'Invoices for outward supply,WS-2627-000001,WS-2627-000005,5,1',
    ],
  };
  it.each(Object.entries(rows) as [SheetName, string[]][])(
    '%s has the headings and rows',
    async (name, expected) => {
      expect(await sheet(name)).toEqual(expected);
    },
  );

  it('are in one archive of the same bytes each time', async () => {
    const zip = await archive();
    expect(await archive()).toEqual(zip);
    const files = unzipSync(zip);
    expect(Object.keys(files)).toEqual(SHEETS.map((name) => `${name}.csv`));
    for (const name of SHEETS) {
      const text = Buffer.from(files[`${name}.csv`]!).toString();
      expect(text.trimEnd().split('\r\n')).toEqual(await sheet(name));
    }
  });

  it('keep amounts below zero as numbers, and escape names that a spreadsheet would run', async () => {
    expect(await sheet('b2cs', [noteOf([large], 50_00, { position: 1 })])).toHaveLength(1);
    const { content } = first;
    const sold = invoiceOf({ position: 9, client: AT_HOME, goods });
    const note = noteOf([sold], 100_00, { position: 1 });
    expect(parse((await sheet('b2cs', [note])).join('\n'))).toContainEqual(
      expect.arrayContaining(['27-Maharashtra', '-52.89']),
    );
    const recipient = { ...content.recipient, name: '=1+1' };
    const [, row] = await sheet('b2b', [{ ...first, content: { ...content, recipient } }]);
    expect(row).toContain("'=1+1");
  });
});
