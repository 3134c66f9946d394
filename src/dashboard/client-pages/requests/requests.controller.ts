import { Get, Query } from '@nestjs/common';
import { CurrentClientId } from '../../../identity/signed-in-user.js';
import {
  RecentRequestDto,
  RecentRequestsQuery,
} from '../../store-requests/recent/recent-request-record.js';
import { RecentRequestsService } from '../../store-requests/recent/recent-requests.service.js';
import { Access, UserController } from '../../../platform/http/audience.js';
import { Operation } from '../../../platform/http/openapi/operation.js';
import { toSortedPageRequest } from '../../../platform/http/paging/sorted-page.js';
import { RespondsPage } from '../dashboard-docs.js';

export class OwnRequestDto extends RecentRequestDto {}

/** Answered requests of the company's stores. */
@UserController('dashboard/api/requests', 'API access')
export class OwnRequestsController {
  constructor(private readonly requests: RecentRequestsService) {}

  @Get()
  @Access('own-failures:read')
  @Operation(
    "Your stores' requests of the last six hours that were answered, newest first",
    'The first 60 of each minute. An entry appears within some seconds.',
  )
  @RespondsPage(OwnRequestDto)
  listOwnRequests(@CurrentClientId() clientId: number, @Query() query: RecentRequestsQuery) {
    const page = toSortedPageRequest(query, '-created_at');
    return this.requests.listRequests(clientId, query.request_id, page);
  }
}
