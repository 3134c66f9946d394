import { Get, Param, Query } from '@nestjs/common';
import { Access, OperatorController } from '../../../platform/http/audience.js';
import { PathIdPipe } from '../../../platform/http/input/path-key.pipe.js';
import { RespondsPage } from '../../../platform/http/openapi/admin-docs.js';
import { Operation } from '../../../platform/http/openapi/operation.js';
import { toSortedPageRequest } from '../../../platform/http/paging/sorted-page.js';
import { RecentRequestDto, RecentRequestsQuery } from './recent-request-record.js';
import { RecentRequestsService } from './recent-requests.service.js';

@OperatorController('admin/clients/:id/requests', 'Clients and tokens')
export class RecentRequestsController {
  constructor(private readonly requests: RecentRequestsService) {}

  @Get()
  @Access('failures:read')
  @Operation(
    "A client's requests of the last six hours that were answered, newest first",
    'The first 60 of each minute on each instance. An entry appears within some seconds.',
  )
  @RespondsPage(RecentRequestDto, 'client_not_found')
  listRecentRequests(
    @Param('id', new PathIdPipe('client_not_found')) id: number,
    @Query() query: RecentRequestsQuery,
  ) {
    const page = toSortedPageRequest(query, '-created_at');
    return this.requests.listRequests(id, query.request_id, page);
  }
}
