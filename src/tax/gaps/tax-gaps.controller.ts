import { Get } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Access, OperatorController } from '../../platform/http/audience.js';
import { adminAnswer, type AdminAnswer } from '../../platform/http/answers.js';
import { ApiAdmin } from '../../platform/http/openapi/admin-docs.js';
import { Operation } from '../../platform/http/openapi/operation.js';
import { TaxGapsService } from './tax-gaps.service.js';
import { OrNull } from '../../platform/http/openapi/or-null.js';

export class TaxGapsDto {
  @OrNull(
    'date',
    'First day of the tax profile in force, else of the next one; null: no profile yet',
  )
  effective_from: string | null;

  @ApiProperty({
    type: 'integer',
    description: 'Active products that cannot be invoiced: `GET /admin/products?tax=missing`',
  })
  products: number;

  @ApiProperty({
    type: 'integer',
    description: 'Clients without a billing address: `GET /admin/clients?billing=missing`',
  })
  clients: number;
}

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
  @ApiAdmin(200, TaxGapsDto)
  async getTaxGaps(): Promise<AdminAnswer<TaxGapsDto>> {
    const { effectiveFrom, products, clients } = await this.gaps.getGaps();
    return adminAnswer({ effective_from: effectiveFrom, products, clients });
  }
}
