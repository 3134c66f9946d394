import { Sse, type MessageEvent } from '@nestjs/common';
import { EMPTY, type Observable } from 'rxjs';
import { UserAccess } from '../../identity/sessions/user-access.js';
import {
  CurrentUser,
  lacksSecondFactor,
  type SignedInUser,
} from '../../identity/signed-in-user.js';
import { Access, UserController } from '../../platform/http/audience.js';
import { AppError } from '../../platform/http/errors.js';
import { TheRequest } from '../../platform/http/input/request-value.js';
import { Operation } from '../../platform/http/openapi/operation.js';
import type { TrackedRequest } from '../../platform/http/request-context.js';
import { ApiDashboardFile } from '../client-pages/dashboard-docs.js';
import { LiveChanges } from './live-changes.service.js';

const EVENTS = 'text/event-stream';

@UserController('dashboard/api', 'Overview')
export class LiveController {
  constructor(
    private readonly changes: LiveChanges,
    private readonly access: UserAccess,
  ) {}

  @Sse('changes')
  @Access('signed-in')
  @Operation(
    'Events that say which kinds changed',
    'Server-sent events with the position of the feed as `id`, and `kinds` as data: those of `orders`, `money` and `stock` that changed, ' +
      'and that the person may read. It ends with the session. A caller that does not accept `text/event-stream` gets an empty answer.',
  )
  @ApiDashboardFile([EVENTS])
  followChanges(
    @CurrentUser() user: SignedInUser,
    @TheRequest() request: TrackedRequest,
  ): Observable<MessageEvent> {
    if (lacksSecondFactor(user)) throw new AppError('totp_required');
    // It would wait for the end of an answer that has none.
    if (!(request.headers.accept ?? '').includes(EVENTS)) return EMPTY;
    return this.changes.follow(request, this.access.browserOf(request));
  }
}
