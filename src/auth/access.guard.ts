import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { AUDIENCE, type Audience, type ClientRequest } from '../http/caller.js';
import { actAs } from '../http/request-context.js';
import { AuthService } from './auth.service.js';

/** The global guard: a route is closed to everybody but its audience, clients unless it says otherwise. */
@Injectable()
export class AccessGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly auth: AuthService,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<ClientRequest>();
    const authorization = request.headersDistinct.authorization ?? [];
    switch (this.audienceOf(context)) {
      case 'public':
        return true;
      case 'operator':
        this.auth.authenticateOperator(authorization);
        actAs('operator');
        return true;
      case 'client':
        request.caller = await this.auth.authenticate({
          authorization,
          domain: request.get('x-client-domain'),
        });
        actAs(`client ${request.caller.clientId}`);
        return true;
    }
  }

  private audienceOf(context: ExecutionContext): Audience {
    const targets = [context.getHandler(), context.getClass()];
    return this.reflector.getAllAndOverride<Audience | undefined>(AUDIENCE, targets) ?? 'client';
  }
}
