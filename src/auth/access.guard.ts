import {
  Inject,
  Injectable,
  Optional,
  type CanActivate,
  type ExecutionContext,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { CLIENT_ADDRESS, type ClientAddress } from '../platform/http/client-address.js';
import { ACCESS, AUDIENCE, type Audience, type RouteAccess } from '../platform/http/audience.js';
import { COUNTED_AS_ORDER } from './caller.js';
import { MODE_HEADER } from '../platform/http/mode-header.js';
import { AppError, type ErrorCode } from '../platform/http/errors.js';
import { oncePerRoute } from '../platform/http/nest-metadata.js';
import { RateLimits } from '../platform/http/limits/rate-limits.js';
import { refuseAfterStandstill } from '../platform/http/connections/standstill.js';
import type { HeaderSink } from '../platform/http/header-sink.js';
import { IDEMPOTENT } from '../platform/idempotency/idempotent.decorator.js';
import { headerValues } from '../platform/http/connections/header-values.js';
import { actAs, type TrackedRequest, type RequestHead } from '../platform/http/request-context.js';
import { AuthService, bearerToken } from './auth.service.js';
import { UserAccessPort } from './user-access.port.js';
import { TokenUsesService } from './token-use/token-uses.service.js';

/** Refusals of callers with valid credentials. They do not count as guesses. */
const OF_VALID_CREDENTIALS: ReadonlySet<ErrorCode> = new Set([
  'subscription_inactive',
  'permission_denied',
  'password_required',
  'rate_limited',
]);

/** Time for a body to arrive. If it takes longer, the caller's access may have ended and is checked again. */
const PROMPT_MS = 1_000;

/** The global guard. A route accepts only API tokens of clients, unless its decorator declares another audience. */
@Injectable()
export class AccessGuard implements CanActivate {
  private readonly rulesOf = oncePerRoute(({ controller, handler }) => {
    const declared = <T>(key: string, byDefault: T): T =>
      this.reflector.getAllAndOverride<T | undefined>(key, [handler, controller]) ?? byDefault;
    return {
      audience: declared<Audience>(AUDIENCE, 'client'),
      isOrder: declared(COUNTED_AS_ORDER, false),
      access: declared<RouteAccess | null>(ACCESS, null),
    };
  });

  constructor(
    private readonly reflector: Reflector,
    private readonly auth: AuthService,
    private readonly limits: RateLimits,
    private readonly tokenUses: TokenUsesService,
    @Inject(CLIENT_ADDRESS) private readonly addressOf: ClientAddress,
    @Optional() private readonly people?: UserAccessPort,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const { audience, isOrder, access } = this.rulesOf(context);
    const http = context.switchToHttp();
    const request = http.getRequest<TrackedRequest>();
    const headers = http.getResponse<HeaderSink>();
    if (audience === 'operator') await this.admitOperator(request, headers, access!);
    else if (audience === 'user') {
      if (this.people === undefined) throw new AppError('not_signed_in');
      await this.people.admit(request, headers, 'client', access!);
    } else if (audience !== 'public') await this.admitClient(request, headers, { isOrder });
    if (request.method === 'GET') return true;
    const isKeyed =
      this.reflector.get<unknown>(IDEMPOTENT, context.getHandler()) !== undefined &&
      headerValues(request.rawHeaders, 'idempotency-key').length > 0;
    if ((audience === 'operator' || audience === 'user') && !isKeyed) refuseAfterStandstill();
    const admittedAtMs = performance.now();
    request.admitAgain = async () =>
      performance.now() - admittedAtMs < PROMPT_MS || this.canActivate(context);
    return true;
  }

  /**
   * Authorizes a client: token, domain, subscription, then its limits.
   *
   * @throws AppError of the first check that fails
   */
  private async admitClient(
    request: TrackedRequest,
    headers: HeaderSink,
    { isOrder }: { isOrder: boolean },
  ): Promise<void> {
    const authorization = headerValues(request.rawHeaders, 'authorization');
    try {
      request.caller = await this.auth.authenticate({
        authorization,
        domain: request.headers['x-client-domain'] as string | undefined,
      });
    } catch (error) {
      const presented = this.auth.presentedToken(authorization);
      if (presented !== null) {
        request.presentedToken = presented;
        request.loggedAs = presented.ids;
      }
      throw await this.counted(error, request);
    }
    const { clientId, tokenId, planId, isTest } = request.caller;
    request.loggedAs = { clientId, tokenId };
    request.variant = planId;
    this.tokenUses.note(tokenId, request);
    if (isTest) headers.setHeader(MODE_HEADER, 'test');
    actAs(`client ${clientId}`);
    return this.limits.takeRequest(headers, clientId, { isOrder });
  }

  private async admitOperator(
    request: TrackedRequest,
    headers: HeaderSink,
    access: RouteAccess,
  ): Promise<void> {
    const authorization = headerValues(request.rawHeaders, 'authorization');
    if (authorization.length === 0 && this.people?.hasSession(request) === true) {
      return this.people.admit(request, headers, 'operator', access);
    }
    try {
      const token = bearerToken(authorization);
      if (this.people?.isOperatorToken(token) === true) {
        return await this.people.admitToken(request, headers, token, access);
      }
      await this.auth.authenticateOperator(token, this.addressOf(request));
    } catch (error) {
      throw await this.counted(error, request);
    }
  }

  /**
   * Makes the error for a refused caller, and counts refused credentials by IP address.
   *
   * @throws AppError rate_limited
   */
  private async counted(error: unknown, request: RequestHead): Promise<unknown> {
    const isGuess = error instanceof AppError && !OF_VALID_CREDENTIALS.has(error.code);
    if (isGuess) await this.limits.takeRefusal(this.addressOf(request));
    return error;
  }
}
