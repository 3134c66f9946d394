import { Controller, Get, Query, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { streamCsv } from '../platform/csv/csv-response.js';
import {
  ApiAdminCsv,
  ApiAdminList,
  adminList,
  type AdminList,
} from '../platform/http/openapi/admin-docs.js';
import { ForOperators } from '../platform/http/audience.js';
import { toSortedPageRequest } from '../platform/http/paging/sorted-page.js';
import { auditCsv } from './audit-csv.js';
import { AuditEntryDto, AuditFilterQuery, AuditQuery, toAuditEntry } from './audit.dto.js';
import { AuditService } from './audit.service.js';

@ForOperators()
@ApiTags('Audit')
@Controller('admin/audit')
export class AuditController {
  constructor(private readonly audit: AuditService) {}

  @Get()
  @ApiOperation({ summary: 'List audit entries, newest first' })
  @ApiAdminList(AuditEntryDto)
  async listAuditEntries(@Query() query: AuditQuery): Promise<AdminList<AuditEntryDto>> {
    const page = toSortedPageRequest(query, '-created_at');
    return adminList(await this.audit.list(query, page), toAuditEntry);
  }

  @Get('export')
  @ApiOperation({ summary: 'The same entries as a CSV file, newest first' })
  @ApiAdminCsv('validation_failed')
  async exportAuditEntries(
    @Query() query: AuditFilterQuery,
    @Res() response: Response,
  ): Promise<void> {
    await streamCsv(response, 'audit.csv', auditCsv(this.audit.everyPage(query)));
  }
}
