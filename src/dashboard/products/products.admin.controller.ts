import { Body, Get, Param, Patch, Post, Query } from '@nestjs/common';
import { givenDetails } from '../../catalog/details/detail-values.js';
import {
  Responds,
  BODY_ERRORS,
  RespondsList,
  RespondsPage,
} from '../../platform/http/openapi/admin-docs.js';
import { Operation } from '../../platform/http/openapi/operation.js';
import { Access, OperatorController } from '../../platform/http/audience.js';
import { toPageRequest } from '../../platform/http/paging/page.js';
import { PathKeyPipe } from '../../platform/http/input/path-key.pipe.js';
import { toStockInput } from '../../stock/stock-input.js';
import { ActivateProductsDto, ProductOutcomeDto, ProductTaxesDto } from './several-products.dto.js';
import { ProductsQuery, toProductFilter } from './product-filter.query.js';
import {
  CreateProductDto,
  ChangeProductDto,
  toNewProduct,
  toProductChange,
} from './products.admin.dto.js';
import { UpdatedProductDto, ProductRecordDto } from './product-record.dto.js';
import { ProductAdministrationService } from './product-administration.service.js';

const productSku = new PathKeyPipe('product_not_found');

@OperatorController('admin/products', 'Products')
export class ProductsAdminController {
  constructor(private readonly administration: ProductAdministrationService) {}

  @Post()
  @Access('catalog:write')
  @Operation('Create a product, with stock_qty or variation_stocks on hand')
  @Responds(201, ProductRecordDto, 'product_exists', ...BODY_ERRORS)
  createProduct(@Body() body: CreateProductDto) {
    return this.administration.createProduct(toNewProduct(body), toStockInput(body));
  }

  @Get()
  @Access('catalog:read')
  @Operation('List all products, including inactive ones')
  @RespondsPage(ProductRecordDto)
  listProducts(@Query() query: ProductsQuery) {
    return this.administration.listRecords(toPageRequest(query), toProductFilter(query));
  }

  @Post('activation')
  @Access('catalog:write')
  @Operation(
    'Activate or deactivate many products',
    'Each is changed on its own; the answer has an outcome for each, in the order given.',
  )
  @RespondsList(ProductOutcomeDto, ...BODY_ERRORS)
  setProductsActive(@Body() { skus, active }: ActivateProductsDto) {
    return this.administration.changeEach(skus, { active });
  }

  @Post('tax')
  @Access('catalog:write')
  @Operation(
    'Set the HSN code or the GST rate of many products',
    'Fields that are left out do not change. Each product is changed on its own; the answer has an outcome for each, in the ' +
      'order given.',
  )
  @RespondsList(ProductOutcomeDto, ...BODY_ERRORS)
  setProductsTax(@Body() { skus, ...tax }: ProductTaxesDto) {
    return this.administration.changeEach(skus, givenDetails(tax));
  }

  @Get(':sku')
  @Access('catalog:read')
  @Operation('One product')
  @Responds(200, ProductRecordDto, 'product_not_found')
  getProduct(@Param('sku', productSku) sku: string) {
    return this.administration.getRecord(sku);
  }

  @Patch(':sku')
  @Access('catalog:write')
  @Operation(
    'Change a product',
    'Combinations that are no longer offered keep their stock level for the orders that reserved units of them. New ' +
      'combinations start with a stock of 0. Names and values that the product has in another order, letter case or with ' +
      'other blanks keep its keys, unless `reorder_variations` is true.',
  )
  @Responds(200, UpdatedProductDto, 'product_not_found', 'product_exists', ...BODY_ERRORS)
  async updateProduct(@Param('sku', productSku) sku: string, @Body() body: ChangeProductDto) {
    const isReordered = body.reorder_variations === true;
    const product = await this.administration.changeProduct(sku, toProductChange(body), {
      isReordered,
    });
    return { ...product, isConfirmed: body.confirm === true };
  }
}
