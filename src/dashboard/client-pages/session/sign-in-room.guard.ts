import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { UserAccess } from '../../../identity/sessions/user-access.js';
import { SignInService } from '../../../identity/sign-in/sign-in.service.js';
import type { TrackedRequest } from '../../../platform/http/request-context.js';

/** Guard that refuses a sign-in without room in the queue, before its password is hashed. */
@Injectable()
export class SignInRoomGuard implements CanActivate {
  constructor(
    private readonly access: UserAccess,
    private readonly credentials: SignInService,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<TrackedRequest>();
    await this.credentials.assertRoomFor(this.access.browserOf(request));
    return true;
  }
}
