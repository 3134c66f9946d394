import { once } from 'node:events';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';

/** The media type of CSV files. */
export const CSV = 'text/csv';
/** The media type of ZIP archives. */
export const ZIP = 'application/zip';
/** The media type of Excel workbooks. */
export const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Responds with a streamed file that browsers save: a text, or the bytes of an archive. */
export async function streamFile(
  response: Response,
  { name, type }: { name: string; type: string },
  parts: AsyncIterable<string | Uint8Array>,
): Promise<void> {
  const file = Readable.from(parts);
  // A failure before the first row is an error response; after it, the response can only be aborted.
  await once(file, 'readable');
  const isText = type !== ZIP && type !== XLSX;
  response.setHeader('Content-Type', isText ? `${type}; charset=utf-8` : type);
  response.setHeader('Content-Disposition', `attachment; filename="${name}"`);
  await pipeline(file, response);
}
