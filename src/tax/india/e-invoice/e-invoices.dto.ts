import {
  responseDto,
  day,
  flag,
  integer,
  money,
  text,
  texts,
  word,
} from '../../../platform/http/response-dto/response-dto.js';
import { DtoList, listRule } from '../../../platform/http/input/dto-list.js';
import { Field, Text } from '../../../platform/http/input/fields.js';
import type { ResultOutcome, WaitingEInvoice } from './e-invoices.service.js';

const RESULTS_MAX = 100;

export class WaitingEInvoiceDto extends responseDto<WaitingEInvoice>()({
  id: integer(),
  number: [text({ example: 'WS-2627-000001' }), ({ content }) => content.number],
  kind: [word(['invoice', 'credit_note']), ({ content }) => content.kind],
  issued_on: [day(), ({ content }) => content.issued_on],
  client_id: [integer(), ({ content }) => content.recipient.client_id],
  client_name: [text(), ({ content }) => content.recipient.name],
  total: [money(), ({ content }) => content.total_minor],
  due_on: day('Last day on which it can be registered'),
  late: flag('true: that day is past'),
  problems: texts('Reasons why it is not in the file; empty: it is'),
}) {}

export class EInvoiceResultDto {
  @Text({ max: 16, api: { example: 'WS-2627-000001', description: 'Number of the document' } })
  number: string;

  @Text({ max: 15, api: { example: '27AAPFU0939F1ZV', description: 'GSTIN of the supplier' } })
  gstin: string;

  @Text({ max: 64, api: { description: 'Invoice reference number, 64 hex digits' } })
  irn: string;

  @Text({ max: 20, api: { example: '112610012345678' } })
  ack_no: string;

  @Text({ max: 19, api: { example: '2026-11-21 10:15:00', description: 'In India' } })
  ack_date: string;

  @Text({
    max: 8_000,
    api: { description: 'Signed text of the QR code, as the portal returns it' },
  })
  signed_qr: string;
}

export class EInvoiceResultsDto {
  @DtoList(EInvoiceResultDto, RESULTS_MAX)
  @Field({
    api: { type: [EInvoiceResultDto], minItems: 1, maxItems: RESULTS_MAX },
    rules: [listRule(RESULTS_MAX, 'results')],
  })
  results: EInvoiceResultDto[];
}

export class EInvoiceOutcomeDto extends responseDto<ResultOutcome>()({
  line: integer('Line of the file or place in the list, from 1'),
  number: text(),
  outcome: word(
    ['registered', 'unchanged', 'refused'],
    'unchanged: the document had this registration already',
  ),
  problem: text('null unless it is refused').orNull(),
}) {}
