import { Body, Get, Post, Query } from '@nestjs/common';
import { CurrentPermissions, type Permitted } from '../../../identity/signed-in-user.js';
import { Access, OperatorController } from '../../../platform/http/audience.js';
import { Responds, BODY_ERRORS, RespondsPage } from '../../../platform/http/openapi/admin-docs.js';
import { Operation } from '../../../platform/http/openapi/operation.js';
import { PageQuery, toPageRequest } from '../../../platform/http/paging/page.js';
import { SaveSupplierDto, SupplierDto, toSupplierData } from './suppliers.dto.js';
import type { Supplier } from './supplier.entity.js';
import { SuppliersService } from './suppliers.service.js';

@OperatorController('admin/suppliers', 'Products')
export class SuppliersController {
  constructor(private readonly suppliers: SuppliersService) {}

  @Get()
  @Access('catalog:write')
  @Operation('List suppliers, and how their files are read')
  @RespondsPage(SupplierDto)
  async listSuppliers(@Query() query: PageQuery, @CurrentPermissions() isPermitted: Permitted) {
    const { rows, nextCursor } = await this.suppliers.list(toPageRequest(query));
    return { rows: rows.map((supplier) => shownTo(isPermitted, supplier)), nextCursor };
  }

  @Post()
  @Access('catalog:write')
  @Operation(
    'Save how the files of a supplier are read',
    'Replaces what was saved under the same name. The dashboard converts files by it; the service itself reads ' +
      'catalog files only. Only operators with the permission `costs:write` change the markup; for others it stays.',
  )
  @Responds(200, SupplierDto, ...BODY_ERRORS)
  async saveSupplier(@Body() body: SaveSupplierDto, @CurrentPermissions() isPermitted: Permitted) {
    const saved = await this.suppliers.save(toSupplierData(body), isPermitted);
    return shownTo(isPermitted, saved);
  }
}

/** Picks what a caller may see of a supplier. A markup would reveal costs. */
function shownTo(isPermitted: Permitted, supplier: Supplier): Supplier {
  return isPermitted('costs:read') ? supplier : { ...supplier, markup: null };
}
