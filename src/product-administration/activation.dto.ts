import { ApiProperty } from '@nestjs/swagger';
import { LIMITS } from '../platform/config/limits.js';
import { Field, Flag, isText } from '../platform/http/input/fields.js';
import { listRule } from '../platform/http/input/dto-list.js';
import { ACTIVATION_OUTCOMES, type ActivationOutcome } from './product-administration.service.js';

export class ActivateProductsDto {
  @Field({
    api: {
      type: [String],
      minItems: 1,
      maxItems: LIMITS.productsAtOnce,
      example: ['TW-GLS-06'],
    },
    rules: [listRule(LIMITS.productsAtOnce, 'SKUs', (sku) => isText(sku, LIMITS.skuLength))],
  })
  skus: string[];

  @Flag({ api: { description: 'false: stores no longer see the products' } })
  active: boolean;
}

export class ActivationOutcomeDto {
  @ApiProperty()
  sku: string;

  @ApiProperty({ enum: ACTIVATION_OUTCOMES })
  outcome: ActivationOutcome['outcome'];
}
