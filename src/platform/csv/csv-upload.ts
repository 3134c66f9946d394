import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { applyDecorators } from '@nestjs/common';
import { ApiBody, ApiConsumes } from '@nestjs/swagger';
import type { Request } from 'express';
import { assertMediaType, StreamedBody } from '../http/input/body.guard.js';
import { AppError } from '../http/errors.js';
import type { ErrorExample } from '../http/openapi/api-docs.js';
import type { TrackedRequest } from '../http/request-context.js';
import { CSV, XLSX } from './csv-response.js';

/** Media types of files that a handler accepts. */
export interface UploadTypes {
  types: readonly [string, ...string[]];
  /** Sentence that says which types to send. */
  message: string;
}

const TEXT_TYPES = [CSV, 'text/tab-separated-values', 'text/plain'] as const;

/** Files as people save them: CSV, text between tabs, or an Excel workbook. */
export const TABLE_FILES: UploadTypes = {
  types: [...TEXT_TYPES, XLSX],
  message:
    'Send the file as text/csv, text/tab-separated-values, text/plain or an Excel workbook (.xlsx), not compressed.',
};

/** The same files without workbooks, for files that are read as they arrive. */
const TEXT_FILES: UploadTypes = {
  types: TEXT_TYPES,
  message:
    'Send the file as text/csv, text/tab-separated-values or text/plain, not compressed. Save an Excel workbook as CSV first.',
};

/** Makes a decorator for handlers that accept a file with {@link withUploadedCsv}, with documented examples. */
export function CsvUpload(
  examples: Record<string, { summary?: string; value: string }>,
  { types }: UploadTypes = TEXT_FILES,
): MethodDecorator {
  return applyDecorators(
    StreamedBody(),
    ApiConsumes(...types),
    ApiBody({ schema: { type: 'string' }, examples }),
  );
}

/** Lists the error codes of {@link withUploadedCsv}, for the documents. */
export function csvUploadErrors(
  maxBytes: number,
  { message }: UploadTypes = TEXT_FILES,
): ErrorExample[] {
  return [
    { code: 'payload_too_large', message: tooLargeMessage(maxBytes) },
    { code: 'unsupported_media_type', message },
    {
      code: 'file_unreadable',
      message:
        'Reading the file takes longer than 10 s. Save the rows that you need as a CSV file, or divide it.',
    },
  ];
}

/**
 * Receives a file completely, and passes its path to `work`, so that a slow upload does not slow down the work. Deletes the
 * file afterwards.
 *
 * @throws AppError payload_too_large, unsupported_media_type, malformed_request (the sender disconnected)
 */
export async function withUploadedCsv<T>(
  request: Request,
  maxBytes: number,
  work: (path: string) => Promise<T>,
  { types, message }: UploadTypes = TEXT_FILES,
): Promise<T> {
  assertMediaType(request, [...types], message);
  return withTemporaryFile(limited(request, maxBytes), work);
}

/** Passes the path of a file to `work`, and deletes it afterwards. */
export async function withTemporaryFile<T>(
  content: AsyncIterable<Buffer>,
  work: (path: string) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'wso-upload-'));
  const path = join(folder, 'body');
  try {
    await pipeline(content, createWriteStream(path, { mode: 0o600 }));
    return await work(path);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function* limited(request: Request, maxBytes: number): AsyncGenerator<Buffer, void> {
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw tooLarge(request, maxBytes);
  let size = 0;
  try {
    // Not destroyed when the loop ends early, so that the sender gets a response.
    for await (const chunk of request.iterator({ destroyOnReturn: false })) {
      size += (chunk as Buffer).length;
      if (size > maxBytes) throw tooLarge(request, maxBytes);
      yield chunk as Buffer;
    }
  } catch (error) {
    throw error instanceof AppError ? error : new AppError('malformed_request');
  }
  await (request as TrackedRequest).admitAgain?.();
}

/** Discards the rest of a body, because a sender reads no response while it still sends. */
function tooLarge(request: Request, maxBytes: number): AppError {
  request.resume();
  return new AppError('payload_too_large', { message: tooLargeMessage(maxBytes) });
}

function tooLargeMessage(maxBytes: number): string {
  return `The file is larger than ${maxBytes / 1024 / 1024} MiB.`;
}
