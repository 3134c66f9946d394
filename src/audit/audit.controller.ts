import { Controller, Get, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { ApiAdminList, adminList, type AdminList } from '../platform/http/openapi/admin-docs.js';
import { ForOperators } from '../platform/http/audience.js';
import { toSortedPageRequest } from '../platform/http/sorted-page.js';
import { AuditEntryDto, AuditQuery, toAuditEntry } from './audit.dto.js';
import { AuditService } from './audit.service.js';

@ForOperators()
@ApiTags('Audit')
@Controller('admin/audit')
export class AuditController {
  constructor(private readonly audit: AuditService) {}

  @Get()
  @ApiOperation({
    operationId: 'listAuditEntries',
    summary: 'List audit entries, newest first',
  })
  @ApiAdminList(AuditEntryDto)
  async list(@Query() query: AuditQuery): Promise<AdminList<AuditEntryDto>> {
    const page = toSortedPageRequest(query, '-created_at');
    return adminList(await this.audit.list(query, page), toAuditEntry);
  }
}
