import { Body, Get, Param, Post, Query } from '@nestjs/common';
import { Access, OperatorController } from '../../platform/http/audience.js';
import { PathIdPipe } from '../../platform/http/input/path-key.pipe.js';
import { BODY_ERRORS, Responds, RespondsPage } from '../../platform/http/openapi/admin-docs.js';
import { ApiErrorsAs } from '../../platform/http/openapi/api-docs.js';
import { Operation } from '../../platform/http/openapi/operation.js';
import { toSortedPageRequest } from '../../platform/http/paging/sorted-page.js';
import {
  AnswerFailureDto,
  DeliveryFailureDto,
  DeliveryFailuresQuery,
  NOT_ANSWERABLE,
  NotAnswerableDto,
  toAnswer,
} from './delivery-failures.dto.js';
import { DeliveryFailuresService } from './delivery-failures.service.js';

/** Deliveries that failed, in the Admin API. */
@OperatorController('admin/delivery-failures', 'Couriers')
export class DeliveryFailuresController {
  constructor(private readonly failures: DeliveryFailuresService) {}

  @Get()
  @Access('orders:read')
  @Operation(
    'List deliveries that failed, by their deadline',
    'Without `state` the most urgent first, otherwise the latest first.',
  )
  @RespondsPage(DeliveryFailureDto)
  listDeliveryFailures(@Query() { state, ...page }: DeliveryFailuresQuery) {
    const sort = state === undefined ? 'created_at' : '-created_at';
    return this.failures.list(state ?? null, toSortedPageRequest(page, sort));
  }

  @Post(':id/answer')
  @Access('deliveries:act')
  @Operation(
    'Answer a delivery that failed',
    'The answer is sent when the courier takes answers. Until then another one replaces it. City and PIN code of the ' +
      'address cannot change. 409 `not_answerable` names the answers that the courier takes.',
  )
  @Responds(200, DeliveryFailureDto, 'failure_not_found', ...BODY_ERRORS)
  @ApiErrorsAs(NotAnswerableDto, NOT_ANSWERABLE)
  async answerDeliveryFailure(
    @Param('id', new PathIdPipe('failure_not_found')) id: number,
    @Body() body: AnswerFailureDto,
  ) {
    return this.failures.answer(id, toAnswer(body));
  }
}
