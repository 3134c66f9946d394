import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { NextFunction, Request, Response } from 'express';
import { LRUCache } from 'lru-cache';
import type { Routes } from '../../platform/http/routes.js';
import { PERMISSIONS_POLICY } from '../../platform/http/security-headers.js';
import { hashOf, matches, takesGzip } from '../../platform/http/representation/representation.js';
import type { TrackedRequest } from '../../platform/http/request-context.js';

const compress = promisify(gzip);

const COMPRESSED = /^image\/|^application\/(gzip|zip)$/;
/** The build puts the hash of the content into the names of the files below this path. */
const HASHED_NAMES = '/docs/chunks/';
/** All files of one address are about 4 MB with their compressed forms. Callers can make up any number of addresses. */
const ADDRESSED_BYTES_MAX = 32 * 1024 * 1024;

export interface ServedFile {
  /** The media type, such as `text/css`. */
  type: string;
  /** True if the file contains the address by which the caller reached the service. */
  isAddressed: boolean;
  /** Reads the content, when it is first needed. */
  read: (address: string) => string | Buffer;
}

/** A file in memory with its compressed form. */
class FileInMemory {
  readonly content: Buffer;
  readonly hash: string;
  private compressed: Promise<Buffer> | undefined;

  constructor(content: string | Buffer) {
    this.content = Buffer.from(content);
    this.hash = hashOf(this.content);
  }

  gzip(): Promise<Buffer> {
    return (this.compressed ??= compress(this.content));
  }

  /** Makes an entity tag that differs for each content and each encoding. */
  tag(isGzip: boolean): string {
    return `"${this.hash}${isGzip ? '-gzip' : ''}"`;
  }
}

/** The files that are served from memory. Those that contain the service's address are kept for the addresses that were used last. */
export class FileServer {
  /** By path in lower case, as the router compares paths. */
  private readonly served = new Map<string, { path: string; file: ServedFile }>();
  private readonly files = new Map<string, FileInMemory>();
  private readonly addressed = new LRUCache<string, FileInMemory>({
    maxSize: ADDRESSED_BYTES_MAX,
    // The compressed form is smaller than the content.
    sizeCalculation: ({ content }, key) => 2 * content.length + key.length,
  });

  /** @param addressOf returns the address by which the sender of a request reached the service */
  constructor(
    private readonly routes: Routes,
    private readonly addressOf: (request: Request) => string,
  ) {}

  /**
   * Serves a file: compressed if the caller accepts it, with an entity tag, and a 304 if the caller has it already. A browser may
   * keep it for good if its address contains the hash of the content. A path with a slash at its end redirects to the path without it,
   * because links in pages are relative.
   */
  serve(path: string, file: ServedFile): void {
    this.served.set(path.toLowerCase(), { path, file });
    this.routes.addFile(path);
  }

  /** Answers requests for the files, as middleware: a route of Express for each file would delay every other request. */
  readonly answer = (request: Request, response: Response, next: NextFunction): unknown => {
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    const path = request.path.toLowerCase();
    const found = this.served.get(path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path);
    return isRead && found !== undefined ? this.send(request, response, found) : next();
  };

  private async send(
    request: Request,
    response: Response,
    { path, file: served }: { path: string; file: ServedFile },
  ): Promise<void> {
    Object.assign(request, { route: { path } } satisfies Pick<TrackedRequest, 'route'>);
    if (request.path.endsWith('/')) {
      response.redirect(308, `..${path.slice(path.lastIndexOf('/'))}`);
      return;
    }
    const file = this.fileFor(request, path, served);
    const isGzip = !COMPRESSED.test(served.type) && takesGzip(request.headers);
    response
      .setHeader('ETag', file.tag(isGzip))
      .setHeader('Vary', 'Accept-Encoding')
      .setHeader('Cache-Control', cachingOf(request, path, served, file));
    if (matches(request.headers['if-none-match'], file.tag(isGzip))) {
      response.status(304).end();
      return;
    }
    response.type(served.type);
    if (served.type === 'html') response.setHeader('Permissions-Policy', PERMISSIONS_POLICY);
    if (isGzip) response.setHeader('Content-Encoding', 'gzip');
    response.send(isGzip ? await file.gzip() : file.content);
  }

  private fileFor(request: Request, path: string, served: ServedFile): FileInMemory {
    const address = served.isAddressed ? this.addressOf(request) : '';
    const kept = served.isAddressed ? this.addressed : this.files;
    const key = `${address}${path}`;
    const known = kept.get(key);
    if (known !== undefined) return known;
    const file = new FileInMemory(served.read(address));
    kept.set(key, file);
    return file;
  }
}

function cachingOf(
  { query }: Request,
  path: string,
  { isAddressed }: ServedFile,
  { hash }: FileInMemory,
): string {
  // A shared cache would give one caller's address to others.
  if (isAddressed) return 'private, no-cache';
  const { v: version } = query;
  const isImmutable =
    path.startsWith(HASHED_NAMES) ||
    (typeof version === 'string' && version !== '' && hash.startsWith(version));
  return isImmutable ? 'public, max-age=31536000, immutable' : 'no-cache';
}
