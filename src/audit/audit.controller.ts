import { Controller, Get, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { ApiAdminList, adminList, type AdminList } from '../platform/http/openapi/admin-docs.js';
import { ForOperators } from '../platform/http/audience.js';
import { PageQuery, toPageRequest } from '../platform/http/page.js';
import { AuditEntryDto, toAuditEntry } from './audit.dto.js';
import { AuditService } from './audit.service.js';

@ForOperators()
@ApiTags('Audit')
@Controller('admin/audit')
export class AuditController {
  constructor(private readonly audit: AuditService) {}

  @Get()
  @ApiOperation({
    operationId: 'listAuditEntries',
    summary: 'List audit entries, oldest first',
  })
  @ApiAdminList(AuditEntryDto)
  async list(@Query() query: PageQuery): Promise<AdminList<AuditEntryDto>> {
    return adminList(await this.audit.list(toPageRequest(query)), toAuditEntry);
  }
}
