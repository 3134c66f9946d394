import type { Response } from 'express';
import { Zip, ZipPassThrough } from 'fflate';
import { day, forPeople, summed, text, type Table } from '../../platform/table-export/table.js';
import type { DocumentContent } from '../documents/document-content.js';
import type { DocumentFile } from './printing.service.js';

/** The media type of PDFs. */
export const PDF = 'application/pdf';

/** Time of all files in an archive: documents do not change, and the format begins in 1980. */
const FILE_TIME = new Date(1980, 0, 1);

/** Responds with a PDF that browsers show. */
export function sendPdf(response: Response, { number, pdf }: DocumentFile): void {
  response.setHeader('Content-Type', PDF);
  response.setHeader('Content-Disposition', pdfDisposition(number));
  response.setHeader('Cache-Control', 'private, no-store');
  response.send(pdf);
}

/** Returns the header that names a PDF. */
export function pdfDisposition(number: string): string {
  return `inline; filename="${number}.pdf"`;
}

/** Responds with a page that runs and loads nothing: its texts are those of customers. */
export function sendDocumentPage(response: Response, html: string): void {
  response.setHeader('Content-Type', 'text/html; charset=utf-8');
  response.setHeader(
    'Content-Security-Policy',
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'; sandbox",
  );
  response.setHeader('Cache-Control', 'private, no-store');
  response.send(html);
}

/** Yields the bytes of a ZIP archive of documents. PDFs are compressed already. */
export async function* documentsZip(
  files: AsyncIterable<DocumentFile>,
): AsyncGenerator<Uint8Array, void> {
  const ready: Uint8Array[] = [];
  const zip = new Zip((error, bytes) => {
    if (error !== null) throw error;
    ready.push(bytes);
  });
  for await (const { number, pdf } of files) {
    const entry = new ZipPassThrough(`${number}.pdf`);
    entry.mtime = FILE_TIME;
    zip.add(entry);
    entry.push(pdf, true);
    yield* ready.splice(0);
  }
  zip.end();
  yield* ready;
}

/** Returns documents as a table. */
export function documentsTable(
  pages: AsyncIterable<readonly DocumentContent[]>,
): Table<DocumentContent> {
  return {
    pages,
    columns: [
      text('number', (document) => document.number),
      text('kind', (document) => document.kind),
      day('issued_on', (document) => document.issued_on),
      text('order_number', (document) => document.order_number),
      text('store_order_id', (document) => document.store_order_id),
      text('supplier_gstin', ({ supplier }) => supplier.gstin),
      text('recipient_gstin', ({ recipient }) => recipient.gstin),
      forPeople('recipient', ({ recipient }) => recipient.name),
      text('place_of_supply', ({ place_of_supply: { state, name } }) => `${state}-${name}`),
      summed('total', (document) => document.total_minor),
      summed('taxable', (document) => document.taxable_minor),
      summed('cgst', (document) => document.cgst_minor),
      summed('sgst', (document) => document.sgst_minor),
      summed('igst', (document) => document.igst_minor),
      text('credits', ({ lines }) =>
        [...new Set(lines.flatMap(({ credits }) => credits?.number ?? []))].join(' '),
      ),
    ],
  };
}
