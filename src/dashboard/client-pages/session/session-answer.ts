import { Injectable } from '@nestjs/common';
import { BrowserCookies, type SignedIn } from '../../../identity/sessions/browser-cookies.js';
import {
  assertPort,
  SessionsService,
  type Browser,
} from '../../../identity/sessions/sessions.service.js';
import { UserAccess } from '../../../identity/sessions/user-access.js';
import type { SignedInUser } from '../../../identity/signed-in-user.js';
import { AppError } from '../../../platform/http/errors.js';
import type { HeaderSink } from '../../../platform/http/header-sink.js';
import type { RequestHead } from '../../../platform/http/request-context.js';

/** The answer to a browser that a person has just signed in with. */
@Injectable()
export class SessionAnswer {
  constructor(
    private readonly sessions: SessionsService,
    private readonly access: UserAccess,
    private readonly cookies: BrowserCookies,
  ) {}

  /** Sets the cookies and returns the person. @throws AppError use_operations_port */
  async give(signedIn: SignedIn, request: RequestHead, headers: HeaderSink): Promise<SignedInUser> {
    const browser = this.access.browserOf(request);
    const user = await this.sessions.find(signedIn.sessionId, browser);
    // Another request ended the session right after it was created.
    if (user === null) throw new AppError('not_signed_in');
    await this.endOnWrongPort(browser, user);
    this.cookies.write(headers, signedIn);
    headers.setHeader('Cache-Control', 'no-store');
    return user;
  }

  /** Ends a session that was opened on a port that does not serve its person. @throws AppError use_operations_port */
  private async endOnWrongPort(browser: Browser, user: SignedInUser): Promise<void> {
    try {
      assertPort(browser, user.kind);
    } catch (error) {
      await this.sessions.end(user.userId, user.sessionId);
      throw error;
    }
  }
}
