import { Body, Get, Param, Post, Query, Res } from '@nestjs/common';
import type { Response } from 'express';
import { Access, OperatorController } from '../../platform/http/audience.js';
import { PathIdPipe } from '../../platform/http/input/path-key.pipe.js';
import {
  ApiAdminTable,
  BODY_ERRORS,
  Responds,
  RespondsPage,
} from '../../platform/http/openapi/admin-docs.js';
import { ApiErrorsAs } from '../../platform/http/openapi/api-docs.js';
import { Operation } from '../../platform/http/openapi/operation.js';
import { sendTable } from '../../platform/table-export/table-file.js';
import { toSortedPageRequest } from '../../platform/http/paging/sorted-page.js';
import {
  AnswerFailureDto,
  DeliveryFailureDto,
  DeliveryFailuresFileQuery,
  DeliveryFailuresQuery,
  FAILURE_COLUMNS,
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

  @Get('export')
  @Access('orders:read')
  @Operation('The same deliveries as a file, the latest first')
  @ApiAdminTable('validation_failed')
  async exportDeliveryFailures(
    @Query() { state, format }: DeliveryFailuresFileQuery,
    @Res() response: Response,
  ): Promise<void> {
    const pages = this.failures.everyPage(state ?? null);
    const file = { name: 'failed-deliveries', format };
    await sendTable(response, file, { columns: FAILURE_COLUMNS, pages });
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
