import { Get, Param, Query, Res } from '@nestjs/common';
import type { Response } from 'express';
import { Access, OperatorController } from '../../../platform/http/audience.js';
import { ApiAdminTable, RespondsPage } from '../../../platform/http/openapi/admin-docs.js';
import { criteriaOf } from '../../../platform/http/response-dto/response-dto.js';
import { Operation } from '../../../platform/http/openapi/operation.js';
import { PathIdPipe } from '../../../platform/http/input/path-key.pipe.js';
import { toSortedPageRequest } from '../../../platform/http/paging/sorted-page.js';
import {
  FAILURE_COLUMNS,
  FailuresFileQuery,
  RequestFailureDto,
  RequestFailuresQuery,
} from './request-failures.dto.js';
import { RequestFailuresService } from './request-failures.service.js';
import { sendTable } from '../../../platform/table-export/table-file.js';

@OperatorController('admin/clients/:id/request-failures', 'Clients and tokens')
export class RequestFailuresController {
  constructor(private readonly failures: RequestFailuresService) {}

  @Get()
  @Access('failures:read')
  @Operation(
    "A client's refused requests of the last 30 days, newest first",
    'Refused orders and quotes, and all responses with 401, 403 or 429. An entry appears within a few seconds.',
  )
  @RespondsPage(RequestFailureDto, 'client_not_found')
  listRequestFailures(
    @Param('id', new PathIdPipe('client_not_found')) id: number,
    @Query() query: RequestFailuresQuery,
  ) {
    const page = toSortedPageRequest(query, '-created_at');
    return this.failures.listFailures(id, page, criteriaOf(query));
  }

  @Get('export')
  @Access('failures:read')
  @Operation('The same refused requests as a file')
  @ApiAdminTable('client_not_found', 'validation_failed')
  async exportRequestFailures(
    @Param('id', new PathIdPipe('client_not_found')) id: number,
    @Query() { format, ...filter }: FailuresFileQuery,
    @Res() response: Response,
  ): Promise<void> {
    const pages = this.failures.everyPage(id, filter);
    await sendTable(
      response,
      { name: `refused-requests-${id}`, format },
      { columns: FAILURE_COLUMNS, pages },
    );
  }
}
