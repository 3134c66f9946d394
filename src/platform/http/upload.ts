import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Request } from 'express';
import { AppError } from './errors.js';

/**
 * Hands a request's body to `work` as a file that is complete: however slowly it came, the work on it is
 * quick. The file is gone when the work is done.
 *
 * @throws AppError payload_too_large, malformed_request (the sender went away)
 */
export async function withUploadedFile<T>(
  request: Request,
  maxBytes: number,
  work: (file: () => AsyncIterable<Buffer>) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'wso-upload-'));
  const path = join(folder, 'body');
  try {
    await pipeline(limited(request, maxBytes), createWriteStream(path, { mode: 0o600 }));
    return await work(() => createReadStream(path));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function* limited(request: Request, maxBytes: number): AsyncGenerator<Buffer, void> {
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw tooLarge(request, maxBytes);
  let size = 0;
  try {
    // Not destroyed when the loop is left early: the sender is to get an answer.
    for await (const chunk of request.iterator({ destroyOnReturn: false })) {
      size += (chunk as Buffer).length;
      if (size > maxBytes) throw tooLarge(request, maxBytes);
      yield chunk as Buffer;
    }
  } catch (error) {
    throw error instanceof AppError ? error : new AppError('malformed_request');
  }
}

/** Lets the rest run by: a sender that is still busy sending does not listen. */
function tooLarge(request: Request, maxBytes: number): AppError {
  request.resume();
  const message = `The file is larger than ${maxBytes / 1024 / 1024} MiB.`;
  return new AppError('payload_too_large', { message });
}
