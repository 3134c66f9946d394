import { Get, Query, Res } from '@nestjs/common';
import type { Response } from 'express';
import { CurrentClientId } from '../../../identity/signed-in-user.js';
import { FAILURE_COLUMNS } from '../../store-requests/failures/request-failures.dto.js';
import { RequestFailuresService } from '../../store-requests/failures/request-failures.service.js';
import { Access, UserController } from '../../../platform/http/audience.js';
import { criteriaOf } from '../../../platform/http/response-dto/response-dto.js';
import { Operation } from '../../../platform/http/openapi/operation.js';
import { toSortedPageRequest } from '../../../platform/http/paging/sorted-page.js';
import { ApiDashboardTable, RespondsPage } from '../dashboard-docs.js';
import { FailureDto, FailuresFileQuery, RequestFailuresQuery } from './failures.dto.js';
import { sendTable } from '../../../platform/table-export/table-file.js';

/** Refused requests of the company's stores. */
@UserController('dashboard/api/failures', 'API access')
export class FailuresController {
  constructor(private readonly failures: RequestFailuresService) {}

  @Get()
  @Access('own-failures:read')
  @Operation(
    "Your stores' refused requests of the last 30 days, newest first",
    'An entry appears within two seconds.',
  )
  @RespondsPage(FailureDto)
  listOwnFailures(@CurrentClientId() clientId: number, @Query() query: RequestFailuresQuery) {
    const page = toSortedPageRequest(query, '-created_at');
    return this.failures.listFailures(clientId, page, criteriaOf(query));
  }

  @Get('export')
  @Access('own-failures:read')
  @Operation('The same as a file')
  @ApiDashboardTable('validation_failed')
  async exportOwnFailures(
    @CurrentClientId() clientId: number,
    @Query() { format, ...filter }: FailuresFileQuery,
    @Res() response: Response,
  ): Promise<void> {
    const pages = this.failures.everyPage(clientId, filter);
    await sendTable(
      response,
      { name: 'refused-requests', format },
      { columns: FAILURE_COLUMNS, pages },
    );
  }
}
