import { Get, Param, Query } from '@nestjs/common';
import { Access, OperatorController } from '../../platform/http/audience.js';
import { Responds } from '../../platform/http/openapi/admin-docs.js';
import { Operation } from '../../platform/http/openapi/operation.js';
import { PathKeyPipe } from '../../platform/http/input/path-key.pipe.js';
import { toBasisPoints } from '../../platform/money.js';
import { DiscountPreviewDto, DiscountPreviewQuery } from './price-lists.dto.js';
import { PriceListsService } from './price-lists.service.js';

@OperatorController('admin/plans/:code/discount-preview', 'Plans')
export class DiscountPreviewController {
  constructor(private readonly lists: PriceListsService) {}

  @Get()
  @Access('plans:read')
  @Operation("Find out what another discount would do to a plan's prices")
  @Responds(200, DiscountPreviewDto, 'plan_not_found', 'validation_failed')
  previewPlanDiscount(
    @Param('code', new PathKeyPipe('plan_not_found')) code: string,
    @Query() { discount_percent: percent }: DiscountPreviewQuery,
  ) {
    return this.lists.previewDiscount(code, toBasisPoints(percent));
  }
}
