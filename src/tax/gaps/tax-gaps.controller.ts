import { Get } from '@nestjs/common';
import { responseDto, day, integer } from '../../platform/http/response-dto/response-dto.js';
import { Access, OperatorController } from '../../platform/http/audience.js';
import { Responds } from '../../platform/http/openapi/admin-docs.js';
import { Operation } from '../../platform/http/openapi/operation.js';
import { TaxGapsService, type TaxGaps } from './tax-gaps.service.js';

export class TaxGapsDto extends responseDto<TaxGaps>()({
  effective_from: day(
    'First day of the tax profile in force, else of the next one; null: no profile yet',
  ).orNull(),
  products: integer('Active products that cannot be invoiced: `GET /admin/products?tax=missing`'),
  clients: integer('Clients without a billing address: `GET /admin/clients?billing=missing`'),
}) {}

/** Data that tax documents need. */
@OperatorController('admin/tax-gaps', 'Tax')
export class TaxGapsController {
  constructor(private readonly gaps: TaxGapsService) {}

  @Get()
  @Access('any-operator')
  @Operation(
    'Count what is missing for tax documents',
    'Without a tax profile nothing is needed, and both counts are 0.',
  )
  @Responds(200, TaxGapsDto)
  getTaxGaps() {
    return this.gaps.getGaps();
  }
}
