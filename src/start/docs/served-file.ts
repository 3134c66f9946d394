import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Request, Response } from 'express';
import { LRUCache } from 'lru-cache';
import type { Settings } from '../../platform/config/settings.js';
import { PERMISSIONS_POLICY } from '../../platform/http/security-headers.js';
import { hashOf, matches, takesGzip } from '../../platform/http/representation/representation.js';

const compress = promisify(gzip);

const COMPRESSED = /^image\/|^application\/(gzip|zip)$/;
/** The files below this path have the hash of their content in their names. */
const HASHED_NAMES = '/docs/chunks/';
/**
 * The files for one address take about 4 MB, including compressed forms. It is limited, because callers can invent any number
 * of addresses.
 */
const ADDRESSED_BYTES_MAX = 32 * 1024 * 1024;

export interface ServedFile {
  path: string;
  /** The media type, such as `text/css`. */
  type: string;
  /** True if the file contains the address that the caller used for the service. */
  isAddressed: boolean;
  /** Makes the content, when it is first needed. */
  contentFor: (address: string, settings: Settings) => string | Buffer;
}

/** A file in memory with its compressed form. */
class FileInMemory {
  readonly content: Buffer;
  readonly hash: string;
  private compressed: Promise<Buffer> | undefined;

  /** @param source what it was made from; a different one after the build has replaced it */
  constructor(
    readonly source: ServedFile,
    content: string | Buffer,
  ) {
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

/**
 * The files that are served from memory. Those that contain the service's address are kept for the addresses that were used
 * last.
 */
export class FileServer {
  private readonly files = new WeakMap<ServedFile, FileInMemory>();
  private readonly addressed = new LRUCache<string, FileInMemory>({
    maxSize: ADDRESSED_BYTES_MAX,
    // The compressed form is smaller than the content.
    sizeCalculation: ({ content }, key) => 2 * content.length + key.length,
  });

  /** @param addressOf returns the address that the sender of a request used for the service */
  constructor(
    private readonly settings: Settings,
    private readonly addressOf: (request: Request) => string,
  ) {}

  /**
   * Sends a file with an entity tag, compressed if the caller accepts it, or a 304 if the caller has it already.
   * - a browser may keep it permanently if its address contains the hash of the content
   * - a path with a slash at its end redirects to the path without it, because links in pages are relative
   */
  async send(request: Request, response: Response, served: ServedFile): Promise<void> {
    const { path, type } = served;
    if (request.path.endsWith('/')) {
      response.redirect(308, `..${path.slice(path.lastIndexOf('/'))}`);
      return;
    }
    const file = this.fileFor(request, served);
    const isGzip = !COMPRESSED.test(type) && takesGzip(request.headers);
    response
      .setHeader('ETag', file.tag(isGzip))
      .setHeader('Vary', 'Accept-Encoding')
      .setHeader('Cache-Control', cachingOf(request, file));
    if (matches(request.headers['if-none-match'], file.tag(isGzip))) {
      response.status(304).end();
      return;
    }
    response.type(type);
    if (type === 'html') response.setHeader('Permissions-Policy', PERMISSIONS_POLICY);
    if (isGzip) response.setHeader('Content-Encoding', 'gzip');
    response.send(isGzip ? await file.gzip() : file.content);
  }

  private fileFor(request: Request, served: ServedFile): FileInMemory {
    const { path, isAddressed } = served;
    const address = isAddressed ? this.addressOf(request) : '';
    const key = `${address}${path}`;
    const known = isAddressed ? this.addressed.get(key) : this.files.get(served);
    if (known?.source === served) return known;
    const file = new FileInMemory(served, served.contentFor(address, this.settings));
    if (isAddressed) this.addressed.set(key, file);
    else this.files.set(served, file);
    return file;
  }
}

function cachingOf({ query }: Request, { hash, source }: FileInMemory): string {
  // A shared cache would give one caller's address to others.
  if (source.isAddressed) return 'private, no-cache';
  const { v: version } = query;
  const isImmutable =
    source.path.startsWith(HASHED_NAMES) ||
    (typeof version === 'string' && version !== '' && hash.startsWith(version));
  return isImmutable ? 'public, max-age=31536000, immutable' : 'no-cache';
}
