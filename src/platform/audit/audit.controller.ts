import { Get, Query, Res } from '@nestjs/common';
import type { Response } from 'express';
import { adminList, type AdminList } from '../http/answers.js';
import { ApiAdminTable, ApiAdminList } from '../http/openapi/admin-docs.js';
import { Operation } from '../http/openapi/operation.js';
import { Access, OperatorController } from '../http/audience.js';
import { toSortedPageRequest } from '../http/paging/sorted-page.js';
import { auditTable } from './audit-table.js';
import { AuditEntryDto, AuditFileQuery, AuditQuery, toAuditEntry } from './audit.dto.js';
import { AuditService } from './audit.service.js';
import { sendTable } from '../table-export/table-file.js';

@OperatorController('admin/audit', 'Audit')
export class AuditController {
  constructor(private readonly audit: AuditService) {}

  @Get()
  @Access('audit:read')
  @Operation('List audit entries, newest first')
  @ApiAdminList(AuditEntryDto)
  async listAuditEntries(@Query() query: AuditQuery): Promise<AdminList<AuditEntryDto>> {
    const page = toSortedPageRequest(query, '-created_at');
    return adminList(await this.audit.list(query, page), toAuditEntry);
  }

  @Get('export')
  @Access('audit:read')
  @Operation('The same entries as a file, newest first')
  @ApiAdminTable('validation_failed')
  async exportAuditEntries(
    @Query() { format, ...filter }: AuditFileQuery,
    @Res() response: Response,
  ): Promise<void> {
    const table = auditTable(this.audit.everyPage(filter));
    await sendTable(response, { name: 'audit', format }, table);
  }
}
