import { Body, Get, Param, Put } from '@nestjs/common';
import {
  responseDto,
  day,
  integer,
  money,
  text,
} from '../../../platform/http/response-dto/response-dto.js';
import { Access, OperatorController } from '../../../platform/http/audience.js';
import { Text, textRule } from '../../../platform/http/input/fields.js';
import { PathIdPipe } from '../../../platform/http/input/path-key.pipe.js';
import { Responds, BODY_ERRORS, RespondsList } from '../../../platform/http/openapi/admin-docs.js';
import { Operation } from '../../../platform/http/openapi/operation.js';
import type { MovedGoods } from './e-way-bills.repository.js';
import { EWayBillsService } from './e-way-bills.service.js';

export class MissingEWayBillDto extends responseDto<MovedGoods>()({
  id: integer('The document'),
  number: [text({ example: 'WS-2627-000001' }), ({ content }) => content.number],
  issued_on: [day(), ({ content }) => content.issued_on],
  order_number: [text(), ({ content }) => content.order_number],
  total: [money('Value of the goods, with tax'), ({ content }) => content.total_minor],
  to_state: [
    text('State that the goods go to, as the store sent it'),
    ({ content }) => content.ship_to?.state ?? '',
  ],
}) {}

export class PutEWayBillDto {
  @Text({
    max: 12,
    api: { example: '271012345678', description: 'Twelve digits' },
    rules: [textRule('invalid_number', 'must be 12 digits', (text) => /^\d{12}$/.test(text))],
  })
  number: string;
}

export class EWayBillDto extends responseDto<{ id: number; number: string }>()({
  id: integer('The document'),
  number: text(),
}) {}

/** Goods that may not move without an e-way bill. */
@OperatorController('admin', 'Tax')
export class EWayBillsController {
  constructor(private readonly eWayBills: EWayBillsService) {}

  @Get('e-way-bills')
  @Access('documents:read')
  @Operation(
    'List documents of goods that need an e-way bill and have no number yet',
    'The latest 200 of the last 180 days: older documents get no e-way bill.',
  )
  @RespondsList(MissingEWayBillDto)
  listMissingWayBills() {
    return this.eWayBills.listMissing();
  }

  @Put('documents/:id/e-way-bill')
  @Access('tax:write')
  @Operation(
    "Note the number of a document's e-way bill",
    'It is an event of the document. Another number replaces it.',
  )
  @Responds(200, EWayBillDto, 'document_not_found', ...BODY_ERRORS)
  async noteWayBill(
    @Param('id', new PathIdPipe('document_not_found')) id: number,
    @Body() { number }: PutEWayBillDto,
  ) {
    await this.eWayBills.note(id, number);
    return { id, number };
  }
}
