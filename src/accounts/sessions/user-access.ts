import type { IncomingMessage } from 'node:http';
import { Inject, Injectable } from '@nestjs/common';
import { CLIENT_ADDRESS, type ClientAddress } from '../../platform/http/client-address.js';
import type { SignedInUser } from '../signed-in-user.js';
import { AppError } from '../../platform/http/errors.js';
import { PublicUrl } from '../../platform/http/public-url.js';
import { actAs, type TrackedRequest } from '../../platform/http/request-context.js';
import { accessOf, needsRecentPassword, routeKey } from '../route-permissions.js';
import { actorOf } from '../users/actor.js';
import { assertSameOrigin } from './same-origin.js';
import { SessionCookie } from './session-cookie.js';
import { SessionsService, type Browser } from './sessions.service.js';

/** Lets people in by the session of their browser, as far as their roles go. */
@Injectable()
export class UserAccess {
  constructor(
    private readonly sessions: SessionsService,
    private readonly cookie: SessionCookie,
    private readonly publicUrl: PublicUrl,
    @Inject(CLIENT_ADDRESS) private readonly addressOf: ClientAddress,
  ) {}

  hasSession(request: IncomingMessage): boolean {
    return this.cookie.read(request) !== null;
  }

  /** The browser that a request came from. */
  browserOf(request: IncomingMessage): Browser {
    return { ip: this.addressOf(request), agent: request.headers['user-agent'] ?? '' };
  }

  /**
   * Lets a person in who asks for a route of the Admin API, as an operator, or of the dashboard, as a member of a client.
   *
   * @throws AppError cross_site, not_signed_in, totp_required, permission_denied, password_required
   */
  async admit(request: TrackedRequest, kind: SignedInUser['kind']): Promise<void> {
    const route = routeKey(request.method ?? '', request.route?.path ?? '');
    const access = accessOf(route);
    const sessionId = this.cookie.read(request);
    const hasCookie = sessionId !== null && access !== 'public';
    assertSameOrigin(request, { origin: this.publicUrl.origin, hasCookie });
    if (access === 'public') return;
    const user =
      sessionId === null ? null : await this.sessions.find(sessionId, this.browserOf(request));
    if (user === null) throw new AppError('not_signed_in');
    request.user = user;
    actAs(actorOf({ id: user.userId, email: user.email }));
    if (access !== 'signed-in') this.assertAllowed(user, kind, access);
    request.hidesAmounts = user.kind === 'operator' && !user.permissions.has('prices:read');
    if (needsRecentPassword(route) && !user.isConfirmed) throw new AppError('password_required');
  }

  private assertAllowed(user: SignedInUser, kind: SignedInUser['kind'], permission: string): void {
    if (user.isTotpMandatory && !user.hasTotp) throw new AppError('totp_required');
    if (user.kind !== kind || !user.permissions.has(permission)) {
      throw new AppError('permission_denied');
    }
  }
}
