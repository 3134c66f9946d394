import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Express, Request } from 'express';
import { PERMISSIONS_POLICY } from '../platform/http/security-headers.js';
import { hashOf, matches, takesGzip } from '../platform/http/representation/representation.js';

const compress = promisify(gzip);

const COMPRESSED = /^image\/|^application\/gzip$/;
/** The build puts the hash of the content into the names of the files below this path. */
const HASHED_NAMES = '/docs/chunks/';

/** A file of the documentation. */
export interface ServedFile {
  /** The media type, such as `text/css`. */
  type: string;
  /** Returns true if a request is for this file; others go on to the next handler of the path. Without it, each request is. */
  isFor?: ((request: Request) => boolean) | undefined;
  /** Reads the content, at the first request. */
  read: () => string | Buffer;
}

/** A file in memory with its compressed form. */
class FileInMemory {
  readonly content: Buffer;
  /** Null where compression gains nothing. */
  readonly gzip: Promise<Buffer> | null;
  readonly hash: string;

  constructor({ type, read }: ServedFile) {
    this.content = Buffer.from(read());
    this.hash = hashOf(this.content);
    this.gzip = COMPRESSED.test(type) ? null : compress(this.content);
  }

  /** Returns an entity tag that differs for each content and each encoding. */
  tag(isGzip: boolean): string {
    return `"${this.hash}${isGzip ? '-gzip' : ''}"`;
  }
}

/**
 * Serves a file from memory: compressed if the caller accepts it, with an entity tag, and a 304 if the caller has it already. A browser may
 * keep it for good if its address contains the hash of the content. A path with a slash at its end redirects to the path without it,
 * because links in pages are relative.
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
    const { v: version } = request.query;
    const isImmutable =
      path.startsWith(HASHED_NAMES) ||
      (typeof version === 'string' && version !== '' && file.hash.startsWith(version));
    response
      .setHeader('ETag', file.tag(isGzip))
      .setHeader('Vary', served.isFor === undefined ? 'Accept-Encoding' : 'Accept, Accept-Encoding')
      .setHeader('Cache-Control', isImmutable ? 'public, max-age=31536000, immutable' : 'no-cache');
    if (matches(request.headers['if-none-match'], file.tag(isGzip))) {
      response.status(304).end();
      return;
    }
    response.type(served.type);
    if (served.type === 'html') response.setHeader('Permissions-Policy', PERMISSIONS_POLICY);
    if (isGzip) response.setHeader('Content-Encoding', 'gzip');
    response.send(isGzip ? await file.gzip : file.content);
  });
}
