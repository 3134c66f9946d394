import { Body, Get, Post, Query } from '@nestjs/common';
import { CurrentPermissions, type Permitted } from '../../../people/signed-in-user.js';
import { Access, OperatorController } from '../../../platform/http/audience.js';
import {
  adminAnswer,
  adminList,
  type AdminAnswer,
  type AdminList,
} from '../../../platform/http/answers.js';
import { ApiAdmin, ApiAdminList, BODY_ERRORS } from '../../../platform/http/openapi/admin-docs.js';
import { Operation } from '../../../platform/http/openapi/operation.js';
import { PageQuery, toPageRequest } from '../../../platform/http/paging/page.js';
import { SaveSupplierDto, SupplierDto, toSupplier, toSupplierData } from './suppliers.dto.js';
import { SuppliersService } from './suppliers.service.js';

@OperatorController('admin/suppliers', 'Products')
export class SuppliersController {
  constructor(private readonly suppliers: SuppliersService) {}

  @Get()
  @Access('catalog:write')
  @Operation('List suppliers, and how their files are read')
  @ApiAdminList(SupplierDto)
  async listSuppliers(
    @Query() query: PageQuery,
    @CurrentPermissions() isPermitted: Permitted,
  ): Promise<AdminList<SupplierDto>> {
    const hasMarkup = isPermitted('costs:read');
    const page = await this.suppliers.list(toPageRequest(query));
    return adminList(page, (supplier) => toSupplier(supplier, { hasMarkup }));
  }

  @Post()
  @Access('catalog:write')
  @Operation(
    'Save how the files of a supplier are read',
    'Replaces what was saved under the same name. The dashboard converts files by it; the service itself reads ' +
      'catalog files only. Only operators with the permission `costs:write` change the markup; for others it stays.',
  )
  @ApiAdmin(200, SupplierDto, ...BODY_ERRORS)
  async saveSupplier(
    @Body() body: SaveSupplierDto,
    @CurrentPermissions() isPermitted: Permitted,
  ): Promise<AdminAnswer<SupplierDto>> {
    const saved = await this.suppliers.save(toSupplierData(body), isPermitted);
    return adminAnswer(toSupplier(saved, { hasMarkup: isPermitted('costs:read') }));
  }
}
