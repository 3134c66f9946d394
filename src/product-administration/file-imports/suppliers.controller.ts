import { Body, Controller, Get, HttpCode, Post, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { ForOperators } from '../../platform/http/audience.js';
import {
  adminAnswer,
  adminList,
  ApiAdmin,
  ApiAdminList,
  BODY_ERRORS,
  type AdminAnswer,
  type AdminList,
} from '../../platform/http/openapi/admin-docs.js';
import { PageQuery, toPageRequest } from '../../platform/http/paging/page.js';
import { SaveSupplierDto, SupplierDto, toSupplier, toSupplierData } from './suppliers.dto.js';
import { SuppliersService } from './suppliers.service.js';

@ForOperators()
@ApiTags('Products')
@Controller('admin/suppliers')
export class SuppliersController {
  constructor(private readonly suppliers: SuppliersService) {}

  @Get()
  @ApiOperation({ summary: 'List suppliers, and how their files are read' })
  @ApiAdminList(SupplierDto)
  async listSuppliers(@Query() query: PageQuery): Promise<AdminList<SupplierDto>> {
    return adminList(await this.suppliers.list(toPageRequest(query)), toSupplier);
  }

  @Post()
  @HttpCode(200)
  @ApiOperation({
    summary: 'Save how the files of a supplier are read',
    description:
      'Replaces what was saved under the same name. The dashboard converts files by it; the service itself reads ' +
      'catalog files only.',
  })
  @ApiAdmin(200, SupplierDto, ...BODY_ERRORS)
  async saveSupplier(@Body() body: SaveSupplierDto): Promise<AdminAnswer<SupplierDto>> {
    return adminAnswer(toSupplier(await this.suppliers.save(toSupplierData(body))));
  }
}
