import { CsvFault } from '../../src/platform/csv/csv-reader.js';
import {
  formFault,
  normalized,
  RESULT_COLUMNS,
  type EInvoiceResult,
} from '../../src/tax/india/e-invoice/e-invoice-result.js';
import { tableRowsOf } from '../../src/platform/csv/table-batches.js';
import { FILE_PROVIDER, RESULT_ROWS_MAX } from '../../src/tax/india/e-invoice/file-provider.js';
import type { ReceivedRow } from '../../src/tax/india/e-invoice/e-invoice-provider.js';
import { invoiceOf, KARNATAKA, pagesOf } from '../support/tax/documents.js';
import { registrationOf, signedQr } from '../support/tax/registrations.js';

const result = registrationOf('WS-2627-000001');

async function read(text: string): Promise<ReceivedRow[]> {
  const rows: ReceivedRow[] = [];
  const read = await tableRowsOf(Buffer.from(text), RESULT_ROWS_MAX);
  for await (const row of FILE_PROVIDER.results(read)) rows.push(row);
  return rows;
}

describe('a result of the portal', () => {
  it.each<[keyof EInvoiceResult, string]>([
    ['number', ''],
    ['number', '0-1'],
    ['gstin', '27AAPFU0939F1Z'],
    ['irn', 'a'.repeat(63)],
    ['ack_no', '1x'],
    ['ack_date', '2026-11-20'],
    ['ack_date', '2026-13-20 10:00:00'],
    ['signed_qr', 'a.b'],
    ['signed_qr', 'a.b.c'],
    ['signed_qr', signedQr({ DocNo: 'WS-2627-000002' })],
    ['signed_qr', signedQr({ SellerGstin: '29AAPFU0939F1ZR' })],
    ['signed_qr', signedQr({ Irn: 'b'.repeat(64) })],
  ])('is refused if %s is "%s"', (key, value) => {
    expect(formFault({ ...result, [key]: value })).toMatch(new RegExp(`^${key} (must|is)`));
  });

  it('has a form, and is the same in other cases and with spaces', () => {
    expect(formFault(result)).toBeNull();
    const written = { ...result, number: ' ws-2627-000001', irn: `${result.irn.toUpperCase()} ` };
    expect(normalized(written)).toEqual(result);
  });
});

describe('the file for the portal', () => {
  it('has its documents in one list', async () => {
    const file = async (positions: number[]): Promise<unknown> => {
      const documents = positions.map((position) => {
        const goods = [{ units: 1, unitPriceMinor: 100_00, rateBp: 1800 }];
        return invoiceOf({ position, client: KARNATAKA, goods }).content;
      });
      let text = '';
      for await (const part of FILE_PROVIDER.submission(pagesOf(documents, 2))) text += part;
      return JSON.parse(text);
    };
    expect(await file([1, 2, 3])).toMatchObject([
      { DocDtls: { No: 'WS-2627-000001' } },
      { DocDtls: { No: 'WS-2627-000002' } },
      { DocDtls: { No: 'WS-2627-000003' } },
    ]);
    expect(await file([])).toEqual([]);
  });

  it('comes back as rows under the names of their columns, in any order', async () => {
    const columns = [...RESULT_COLUMNS].reverse();
    const cells = columns.map((column) => result[column]);
    expect(await read([columns.join(','), cells.join(',')].join('\n'))).toEqual([
      { line: 2, result },
    ]);
    await expect(read('number,irn\n1,2')).rejects.toThrow(CsvFault);
  });
});
