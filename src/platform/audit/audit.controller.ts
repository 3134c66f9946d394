import { Get, Query, Res } from '@nestjs/common';
import type { Response } from 'express';
import { ApiAdminTable, RespondsPage } from '../http/openapi/admin-docs.js';
import { Operation } from '../http/openapi/operation.js';
import { Access, OperatorController } from '../http/audience.js';
import { toSortedPageRequest } from '../http/paging/sorted-page.js';
import { AUDIT_COLUMNS, AuditEntryDto, AuditFileQuery, AuditQuery } from './audit.dto.js';
import { AuditService } from './audit.service.js';
import { sendTable } from '../table-export/table-file.js';

@OperatorController('admin/audit', 'Audit')
export class AuditController {
  constructor(private readonly audit: AuditService) {}

  @Get()
  @Access('audit:read')
  @Operation('List audit entries, newest first')
  @RespondsPage(AuditEntryDto)
  listAuditEntries(@Query() query: AuditQuery) {
    return this.audit.list(query, toSortedPageRequest(query, '-created_at'));
  }

  @Get('export')
  @Access('audit:read')
  @Operation('The same entries as a file, newest first')
  @ApiAdminTable('validation_failed')
  async exportAuditEntries(
    @Query() { format, ...filter }: AuditFileQuery,
    @Res() response: Response,
  ): Promise<void> {
    const pages = this.audit.everyPage(filter);
    await sendTable(response, { name: 'audit', format }, { columns: AUDIT_COLUMNS, pages });
  }
}
