import { Inject, Injectable } from '@nestjs/common';
import type { UserAccessPort } from '../../auth/user-access.port.js';
import type { RouteAccess } from '../../platform/http/audience.js';
import { CLIENT_PLACES, type ClientPlaces } from '../../platform/http/client-address.js';
import { lacksSecondFactor, type SignedInUser } from '../signed-in-user.js';
import { AppError } from '../../platform/http/errors.js';
import { OperationsPort } from '../../platform/http/operations-port.js';
import type { HeaderSink } from '../../platform/http/header-sink.js';
import { RateLimits } from '../../platform/http/limits/rate-limits.js';
import { PublicUrl } from '../../platform/http/public-url.js';
import {
  actAs,
  requestContext,
  type TrackedRequest,
  type RequestHead,
} from '../../platform/http/request-context.js';
import { OperatorTokensService } from '../operator-tokens/operator-tokens.service.js';
import { actorOf } from '../../platform/audit/actor.js';
import { BrowserCookies } from './browser-cookies.js';
import { assertSameOrigin } from './same-origin.js';
import { assertPort, SessionsService, type Browser } from './sessions.service.js';

/** Authorizes people by the session of their browser, and scripts by an operator token. */
@Injectable()
export class UserAccess implements UserAccessPort {
  constructor(
    private readonly sessions: SessionsService,
    private readonly tokens: OperatorTokensService,
    private readonly cookies: BrowserCookies,
    private readonly publicUrl: PublicUrl,
    private readonly operations: OperationsPort,
    private readonly limits: RateLimits,
    @Inject(CLIENT_PLACES) private readonly placeOf: ClientPlaces,
  ) {}

  isOperatorToken(text: string): boolean {
    return this.tokens.isOperatorToken(text);
  }

  hasSession(request: RequestHead): boolean {
    return this.cookies.session.read(request) !== null;
  }

  browserOf(request: RequestHead): Browser {
    const { address, country } = this.placeOf(request);
    return {
      ip: address,
      country,
      agent: request.headers['user-agent'] ?? '',
      isBackground: request.headers['x-background'] === '1',
      sessionId: this.cookies.session.read(request),
      deviceId: this.cookies.device.read(request),
      admitsOperators: this.operations.isOpenTo(request),
    };
  }

  /**
   * Authorizes a person for a route: operators for the Admin API, members of a client for the dashboard.
   *
   * @throws AppError cross_site, not_signed_in, use_operations_port, rate_limited, totp_required, permission_denied,
   *   password_required
   */
  async admit(
    request: TrackedRequest,
    headers: HeaderSink,
    kind: SignedInUser['kind'],
    { who, needsPassword }: RouteAccess,
  ): Promise<void> {
    const sessionId = this.cookies.session.read(request);
    const hasCookie = sessionId !== null && who !== 'public';
    assertSameOrigin(request, { origin: this.publicUrl.originOf(request), hasCookie });
    if (who === 'public') return;
    const browser = this.browserOf(request);
    const user = sessionId === null ? null : await this.sessions.find(sessionId, browser);
    if (sessionId === null || user === null) throw new AppError('not_signed_in');
    assertPort(browser, user.kind);
    request.user = user;
    actAs(actorOf({ id: user.userId, email: user.email }));
    const context = requestContext();
    if (context) context.lockSession = (manager) => this.sessions.lock(manager, sessionId);
    await this.limits.takePerson(headers, user.userId);
    if (who === 'any-operator') this.assertKind(user, 'operator');
    else if (who !== 'signed-in') this.assertAllowed(user, kind, who);
    request.permissions = user.permissions;
    request.hidesAmounts = user.kind === 'operator' && !user.permissions.has('prices:read');
    const isDryRun = needsPassword !== true && request.query?.dry_run === 'true';
    if (needsPassword !== false && !isDryRun && !user.isConfirmed) {
      throw new AppError('password_required');
    }
  }

  /**
   * Authorizes a script with an operator's own token for a route of the Admin API. Changes that need a password are for people
   * only.
   *
   * @param token a text that looks like such a token
   * @throws AppError token_invalid, rate_limited, permission_denied, password_required
   */
  async admitToken(
    request: TrackedRequest,
    headers: HeaderSink,
    token: string,
    { who, isForTokens }: RouteAccess,
  ): Promise<void> {
    const holder = await this.tokens.authenticate(token, this.placeOf(request));
    await this.limits.takeOperatorToken(headers, holder.tokenId);
    if (who !== 'any-operator' && !holder.permissions.has(who)) {
      throw new AppError('permission_denied');
    }
    if (!isForTokens) throw new AppError('password_required');
    request.permissions = holder.permissions;
    request.hidesAmounts = !holder.permissions.has('prices:read');
    actAs(holder.actor);
  }

  private assertKind(user: SignedInUser, kind: SignedInUser['kind']): void {
    if (lacksSecondFactor(user)) throw new AppError('totp_required');
    if (user.kind !== kind) throw new AppError('permission_denied');
  }

  private assertAllowed(user: SignedInUser, kind: SignedInUser['kind'], permission: string): void {
    this.assertKind(user, kind);
    if (!user.permissions.has(permission)) throw new AppError('permission_denied');
  }
}
