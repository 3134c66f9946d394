import type { Response } from 'express';
import { Zip, ZipPassThrough } from 'fflate';
import { csvParts } from '../../platform/csv/csv-response.js';
import { toDecimalText } from '../../platform/money.js';
import type { DocumentContent } from '../documents/document-content.js';
import type { DocumentFile } from './printing.service.js';

/** The media type of PDFs. */
export const PDF = 'application/pdf';

/** Time of all files in an archive: documents do not change, and the format begins in 1980. */
const FILE_TIME = new Date(1980, 0, 1);

const CSV_COLUMNS = [
  ...['number', 'kind', 'issued_on', 'order_number', 'store_order_id', 'supplier_gstin'],
  ...['recipient_gstin', 'place_of_supply', 'total', 'taxable', 'cgst', 'sgst', 'igst', 'credits'],
];

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

/** Yields the lines of a CSV file of documents. */
export function documentsCsv(pages: AsyncIterable<DocumentContent[]>): AsyncIterable<string> {
  return csvParts(CSV_COLUMNS, pages, (content) => [
    ...[content.number, content.kind, content.issued_on, content.order_number],
    content.store_order_id ?? '',
    content.supplier.gstin,
    content.recipient.gstin ?? '',
    `${content.place_of_supply.state}-${content.place_of_supply.name}`,
    ...[content.total_minor, content.taxable_minor].map(toDecimalText),
    ...[content.cgst_minor, content.sgst_minor, content.igst_minor].map(toDecimalText),
    [...new Set(content.lines.flatMap(({ credits }) => credits?.number ?? []))].join(' '),
  ]);
}
