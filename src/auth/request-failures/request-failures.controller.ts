import { Controller, Get, Param, Query, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { streamCsv } from '../../platform/csv/csv-response.js';
import { ForOperators } from '../../platform/http/audience.js';
import {
  ApiAdminCsv,
  ApiAdminList,
  adminList,
  type AdminList,
} from '../../platform/http/openapi/admin-docs.js';
import { PathIdPipe } from '../../platform/http/input/path-key.pipe.js';
import { toSortedPageRequest } from '../../platform/http/paging/sorted-page.js';
import { failuresCsv } from './failures-csv.js';
import {
  FailuresFilterQuery,
  RequestFailureDto,
  RequestFailuresQuery,
  toRequestFailure,
} from './request-failures.dto.js';
import { RequestFailuresService } from './request-failures.service.js';

@ForOperators()
@ApiTags('Clients and tokens')
@Controller('admin/clients/:id/request-failures')
export class RequestFailuresController {
  constructor(private readonly failures: RequestFailuresService) {}

  @Get()
  @ApiOperation({
    summary: "A client's refused requests of the last 30 days, newest first",
    description:
      'Refused orders and quotes, and all responses with 401, 403 or 429. An entry appears within a few seconds.',
  })
  @ApiAdminList(RequestFailureDto, 'client_not_found')
  async listRequestFailures(
    @Param('id', new PathIdPipe('client_not_found')) id: number,
    @Query() query: RequestFailuresQuery,
  ): Promise<AdminList<RequestFailureDto>> {
    const page = toSortedPageRequest(query, '-created_at');
    return adminList(await this.failures.listFailures(id, page, query), toRequestFailure);
  }

  @Get('export')
  @ApiOperation({ summary: 'The same refused requests as a CSV file' })
  @ApiAdminCsv('client_not_found', 'validation_failed')
  async exportRequestFailures(
    @Param('id', new PathIdPipe('client_not_found')) id: number,
    @Query() query: FailuresFilterQuery,
    @Res() response: Response,
  ): Promise<void> {
    const pages = this.failures.everyPage(id, query);
    await streamCsv(response, `refused-requests-${id}.csv`, failuresCsv(pages));
  }
}
