import type { IncomingMessage } from 'node:http';
import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Response } from 'express';
import { AUDIENCE, COUNTED_AS_ORDER, type Audience } from '../http/caller.js';
import { AppError } from '../http/errors.js';
import { RateLimits, type HeaderSink } from '../http/rate-limits.js';
import { actAs, type TrackedRequest } from '../http/request-context.js';
import { AuthService } from './auth.service.js';

/** The global guard: a route is closed to everybody but its audience, clients unless it says otherwise. */
@Injectable()
export class AccessGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly auth: AuthService,
    private readonly limits: RateLimits,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const audience = this.metadata<Audience>(context, AUDIENCE) ?? 'client';
    const request = context.switchToHttp().getRequest<TrackedRequest>();
    if (audience === 'operator') await this.admitOperator(request);
    if (audience === 'client') {
      const isOrder = this.metadata<boolean>(context, COUNTED_AS_ORDER) ?? false;
      await this.admitClient(request, context.switchToHttp().getResponse<Response>(), { isOrder });
    }
    return true;
  }

  /**
   * Lets a client in: token, domain, subscription, then its limits.
   *
   * @throws AppError of the first of these that refuses
   */
  async admitClient(
    request: TrackedRequest,
    headers: HeaderSink,
    { isOrder }: { isOrder: boolean },
  ): Promise<void> {
    const caller = await this.orCount(request, () =>
      this.auth.authenticate({
        authorization: authorizationOf(request),
        domain: request.headers['x-client-domain'] as string | undefined,
      }),
    );
    request.caller = caller;
    actAs(`client ${caller.clientId}`);
    await this.limits.takeRequest(headers, caller.clientId, { isOrder });
  }

  private async admitOperator(request: IncomingMessage): Promise<void> {
    await this.orCount(request, () => this.auth.authenticateOperator(authorizationOf(request)));
    actAs('operator');
  }

  /** Refused credentials are counted by address. */
  private async orCount<T>(request: IncomingMessage, check: () => T | Promise<T>): Promise<T> {
    try {
      return await check();
    } catch (error) {
      if (error instanceof AppError) {
        await this.limits.takeRefusal(request.socket.remoteAddress ?? '');
      }
      throw error;
    }
  }

  private metadata<T>(context: ExecutionContext, key: string): T | undefined {
    const targets = [context.getHandler(), context.getClass()];
    return this.reflector.getAllAndOverride<T | undefined>(key, targets);
  }
}

/** Every `Authorization` header: Node's own list of headers hides all but the first. */
function authorizationOf({ rawHeaders }: IncomingMessage): string[] {
  return rawHeaders.filter(
    (_, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === 'authorization',
  );
}
