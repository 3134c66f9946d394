import { Body, Get, Param, Put } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Access, OperatorController } from '../../../platform/http/audience.js';
import { Text, textRule } from '../../../platform/http/input/fields.js';
import { PathIdPipe } from '../../../platform/http/input/path-key.pipe.js';
import { toMajorUnits } from '../../../platform/money.js';
import { adminAnswer, type AdminAnswer } from '../../../platform/http/answers.js';
import { ApiAdmin, ApiAdminItems, BODY_ERRORS } from '../../../platform/http/openapi/admin-docs.js';
import { Operation } from '../../../platform/http/openapi/operation.js';
import type { MovedGoods } from './e-way-bills.repository.js';
import { EWayBillsService } from './e-way-bills.service.js';

export class MissingEWayBillDto {
  @ApiProperty({ type: 'integer', description: 'The document' })
  id: number;

  @ApiProperty({ example: 'WS-2627-000001' })
  number: string;

  @ApiProperty({ format: 'date' })
  issued_on: string;

  @ApiProperty()
  order_number: string;

  @ApiProperty({ description: 'Value of the goods, with tax' })
  total: number;

  @ApiProperty({ description: 'State that the goods go to, as the store sent it' })
  to_state: string;
}

export class PutEWayBillDto {
  @Text({
    max: 12,
    api: { example: '271012345678', description: 'Twelve digits' },
    rules: [textRule('invalid_number', 'must be 12 digits', (text) => /^\d{12}$/.test(text))],
  })
  number: string;
}

export class EWayBillDto {
  @ApiProperty({ type: 'integer', description: 'The document' })
  id: number;

  @ApiProperty()
  number: string;
}

/** Goods that may not move without an e-way bill. */
@OperatorController('admin', 'Tax')
export class EWayBillsController {
  constructor(private readonly eWayBills: EWayBillsService) {}

  @Get('e-way-bills')
  @Access('documents:read')
  @Operation(
    'List documents of goods that need an e-way bill and have no number yet',
    'Of the last 180 days, the latest first: older documents get no e-way bill.',
  )
  @ApiAdminItems(MissingEWayBillDto)
  async listMissingWayBills(): Promise<AdminAnswer<MissingEWayBillDto[]>> {
    return adminAnswer((await this.eWayBills.listMissing()).map(toMissingEWayBill));
  }

  @Put('documents/:id/e-way-bill')
  @Access('tax:write')
  @Operation(
    "Note the number of a document's e-way bill",
    'It is an event of the document. Another number replaces it.',
  )
  @ApiAdmin(200, EWayBillDto, 'document_not_found', ...BODY_ERRORS)
  async noteWayBill(
    @Param('id', new PathIdPipe('document_not_found')) id: number,
    @Body() { number }: PutEWayBillDto,
  ): Promise<AdminAnswer<EWayBillDto>> {
    await this.eWayBills.note(id, number);
    return adminAnswer({ id, number });
  }
}

function toMissingEWayBill({ id, content }: MovedGoods): MissingEWayBillDto {
  return {
    id,
    number: content.number,
    issued_on: content.issued_on,
    order_number: content.order_number,
    total: toMajorUnits(content.total_minor),
    to_state: content.ship_to?.state ?? '',
  };
}
