import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Response } from 'express';
import { AUDIENCE, COUNTED_AS_ORDER, type Audience, type ClientRequest } from '../http/caller.js';
import { AppError } from '../http/errors.js';
import { RateLimits } from '../http/rate-limits.js';
import { actAs } from '../http/request-context.js';
import { AuthService, type Credentials } from './auth.service.js';

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
    if (audience === 'public') return true;
    const request = context.switchToHttp().getRequest<ClientRequest>();
    const credentials: Credentials = {
      authorization: request.headersDistinct.authorization ?? [],
      domain: request.get('x-client-domain'),
    };
    try {
      if (audience === 'operator') {
        this.auth.authenticateOperator(credentials.authorization);
        actAs('operator');
        return true;
      }
      request.caller = await this.auth.authenticate(credentials);
    } catch (error) {
      if (error instanceof AppError) await this.limits.takeRefusal(request.ip ?? '');
      throw error;
    }
    const { clientId } = request.caller;
    actAs(`client ${clientId}`);
    const isOrder = this.metadata<boolean>(context, COUNTED_AS_ORDER) ?? false;
    const response = context.switchToHttp().getResponse<Response>();
    await this.limits.takeRequest(response, clientId, { isOrder });
    return true;
  }

  private metadata<T>(context: ExecutionContext, key: string): T | undefined {
    const targets = [context.getHandler(), context.getClass()];
    return this.reflector.getAllAndOverride<T | undefined>(key, targets);
  }
}
