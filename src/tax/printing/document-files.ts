import type { Response } from 'express';
import { Zip, ZipPassThrough } from 'fflate';
import { columns, day, money, text } from '../../platform/http/response-dto/response-dto.js';
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

/** Writes the header that names a PDF. */
export function pdfDisposition(number: string): string {
  return `inline; filename="${number}.pdf"`;
}

/** Responds with a page that runs and loads nothing, because its texts come from customers. */
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

export const DOCUMENT_COLUMNS = columns<DocumentContent>()({
  number: text(),
  kind: text(),
  issued_on: [day(), 'issued_on'],
  order_number: [text(), 'order_number'],
  store_order_id: [text().orNull(), 'store_order_id'],
  supplier_gstin: [text(), ({ supplier }) => supplier.gstin],
  recipient_gstin: [text().orNull(), ({ recipient }) => recipient.gstin],
  recipient: [text().forPeople(), ({ recipient }) => recipient.name],
  place_of_supply: [text(), ({ place_of_supply: { state, name } }) => `${state}-${name}`],
  total: [money(), 'total_minor'],
  taxable: [money(), 'taxable_minor'],
  cgst: [money(), 'cgst_minor'],
  sgst: [money(), 'sgst_minor'],
  igst: [money(), 'igst_minor'],
  credits: [
    text(),
    ({ lines }) => [...new Set(lines.flatMap(({ credits }) => credits?.number ?? []))].join(' '),
  ],
});
