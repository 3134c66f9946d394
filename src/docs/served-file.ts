import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Express, Request } from 'express';
import { hashOf, matches, takesGzip } from '../platform/http/representation/representation.js';

const compress = promisify(gzip);

const COMPRESSED = /^image\/|^application\/gzip$/;

/** A file of the documentation. */
export interface ServedFile {
  /** The media type, such as `text/css`. */
  type: string;
  /** True if its address changes with its content, so that browsers never ask for it again. */
  isVersioned?: boolean;
  /** True if a request is for this file; without it, each is. Others go on to what else answers the path. */
  isFor?: (request: Request) => boolean;
  /** Makes the content, at the first request. */
  make: () => string | Buffer;
}

/** A file in memory with its compressed form. */
class FileInMemory {
  readonly content: Buffer;
  /** Null where compression gains nothing. */
  readonly gzip: Promise<Buffer> | null;
  private readonly hash: string;

  constructor({ type, make }: ServedFile) {
    this.content = Buffer.from(make());
    this.hash = hashOf(this.content);
    this.gzip = COMPRESSED.test(type) ? null : compress(this.content);
  }

  /** Bodies that differ have tags that differ, and so has each encoding. */
  tag(isGzip: boolean): string {
    return `"${this.hash}${isGzip ? '-gzip' : ''}"`;
  }
}

/**
 * Serves a file from memory: compressed where the caller takes it, with an entity tag, and 304 where the caller has it
 * already. A path with a slash at its end leads to the path without it, because links in pages are relative.
 */
export function serveFile(express: Express, path: string, served: ServedFile): void {
  let file: FileInMemory | undefined;
  express.get(path, async (request, response, next) => {
    if (served.isFor?.(request) === false) {
      next();
      return;
    }
    if (request.path.endsWith('/') && path !== '/') {
      response.redirect(308, `..${path.slice(path.lastIndexOf('/'))}`);
      return;
    }
    file ??= new FileInMemory(served);
    const isGzip = file.gzip !== null && takesGzip(request.headers);
    response
      .setHeader('ETag', file.tag(isGzip))
      .setHeader('Vary', served.isFor === undefined ? 'Accept-Encoding' : 'Accept, Accept-Encoding')
      .setHeader(
        'Cache-Control',
        served.isVersioned === true ? 'public, max-age=31536000, immutable' : 'no-cache',
      );
    if (matches(request.headers['if-none-match'], file.tag(isGzip))) {
      response.status(304).end();
      return;
    }
    response.type(served.type);
    if (isGzip) response.setHeader('Content-Encoding', 'gzip');
    response.send(isGzip ? await file.gzip : file.content);
  });
}
