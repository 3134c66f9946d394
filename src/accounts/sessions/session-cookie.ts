import type { ServerResponse } from 'node:http';
import { Injectable } from '@nestjs/common';
import { PublicUrl } from '../../platform/http/public-url.js';
import type { RequestHead } from '../../platform/http/request-context.js';

const NAME = 'wso_session';

/**
 * The cookie with the session id. Over https its name has the prefix `__Host-`, so that other hosts of the same domain
 * cannot set it.
 */
@Injectable()
export class SessionCookie {
  constructor(private readonly publicUrl: PublicUrl) {}

  /** Returns the session id of a request; null without one. */
  read({ headers }: RequestHead): string | null {
    const prefix = `${this.name}=`;
    const pairs = (headers.cookie ?? '').split(';').map((pair) => pair.trim());
    return pairs.find((pair) => pair.startsWith(prefix))?.slice(prefix.length) ?? null;
  }

  /** Sets the cookie, which ends with the browser. The session itself ends on the server. */
  write(response: ServerResponse, sessionId: string): void {
    response.setHeader('Set-Cookie', `${this.name}=${sessionId}; ${this.attributes}`);
  }

  /** Removes the cookie, and from the browser's cache what it may still hold of the signed-in pages. */
  clear(response: ServerResponse): void {
    response.setHeader('Clear-Site-Data', '"cache"');
    response.setHeader('Set-Cookie', `${this.name}=; ${this.attributes}; Max-Age=0`);
  }

  private get name(): string {
    return this.publicUrl.isHttps ? `__Host-${NAME}` : NAME;
  }

  private get attributes(): string {
    const secure = this.publicUrl.isHttps ? '; Secure' : '';
    return `Path=/; HttpOnly; SameSite=Strict${secure}`;
  }
}
