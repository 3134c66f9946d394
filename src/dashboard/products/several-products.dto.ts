import { IntersectionType, PickType } from '@nestjs/swagger';
import { LIMITS } from '../../platform/config/limits.js';
import { responseDto, text, word } from '../../platform/http/response-dto/response-dto.js';
import { Field, Flag, isText } from '../../platform/http/input/fields.js';
import { listRule } from '../../platform/http/input/dto-list.js';
import { PRODUCT_OUTCOMES, type ProductOutcome } from './product-administration.service.js';
import { ProductChangeDto } from './products.admin.dto.js';

class SeveralProductsDto {
  @Field({
    api: { type: [String], minItems: 1, maxItems: LIMITS.productsAtOnce, example: ['TW-GLS-06'] },
    rules: [listRule(LIMITS.productsAtOnce, 'SKUs', (sku) => isText(sku, LIMITS.skuLength))],
  })
  skus: string[];
}

export class ActivateProductsDto extends SeveralProductsDto {
  @Flag({ api: { description: 'false: stores no longer see the products' } })
  active: boolean;
}

export class ProductTaxesDto extends IntersectionType(
  SeveralProductsDto,
  PickType(ProductChangeDto, ['hsn', 'gst_rate'] as const),
) {}

export class ProductOutcomeDto extends responseDto<ProductOutcome>()({
  sku: text(),
  outcome: word(PRODUCT_OUTCOMES),
}) {}
