import type { HeaderSink } from '../../platform/http/header-sink.js';
import type { PublicUrl } from '../../platform/http/public-url.js';
import type { RequestHead } from '../../platform/http/request-context.js';

/** A cookie with a secret. Over https it has the prefix `__Host-`, so that other hosts of the domain cannot set it. */
export class HostCookie {
  /** @param maxAgeSeconds null: ends with the browser */
  constructor(
    private readonly publicUrl: PublicUrl,
    private readonly plainName: string,
    private readonly maxAgeSeconds: number | null,
  ) {}

  /** Reads the cookie's value from a request; null without one. */
  read({ headers }: RequestHead): string | null {
    const prefix = `${this.name}=`;
    const pairs = (headers.cookie ?? '').split(';').map((pair) => pair.trim());
    return pairs.find((pair) => pair.startsWith(prefix))?.slice(prefix.length) ?? null;
  }

  write(headers: HeaderSink, value: string): void {
    this.append(headers, value, this.maxAgeSeconds);
  }

  /** Removes the cookie, and the signed-in pages that the browser's cache may still have. */
  clear(headers: HeaderSink): void {
    headers.setHeader('Clear-Site-Data', '"cache"');
    this.append(headers, '', 0);
  }

  private append(headers: HeaderSink, value: string, maxAgeSeconds: number | null): void {
    const secure = this.publicUrl.isHttps ? '; Secure' : '';
    const end = maxAgeSeconds === null ? '' : `; Max-Age=${maxAgeSeconds}`;
    const attributes = `Path=/; HttpOnly; SameSite=Strict${secure}${end}`;
    headers.appendHeader('Set-Cookie', `${this.name}=${value}; ${attributes}`);
  }

  private get name(): string {
    return this.publicUrl.isHttps ? `__Host-${this.plainName}` : this.plainName;
  }
}
