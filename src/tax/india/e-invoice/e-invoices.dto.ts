import { ApiProperty } from '@nestjs/swagger';
import { DtoList, listRule } from '../../../platform/http/input/dto-list.js';
import { Field, Text } from '../../../platform/http/input/fields.js';
import { toMajorUnits } from '../../../platform/money.js';
import type { ResultOutcome, WaitingEInvoice } from './e-invoices.service.js';
import { OrNull } from '../../../platform/http/openapi/or-null.js';

/** Results in one request. */
const RESULTS_MAX = 100;

export class WaitingEInvoiceDto {
  @ApiProperty({ type: 'integer' })
  id: number;

  @ApiProperty({ example: 'WS-2627-000001' })
  number: string;

  @ApiProperty({ enum: ['invoice', 'credit_note'] })
  kind: string;

  @ApiProperty({ format: 'date' })
  issued_on: string;

  @ApiProperty({ type: 'integer' })
  client_id: number;

  @ApiProperty()
  client_name: string;

  @ApiProperty()
  total: number;

  @ApiProperty({ format: 'date', description: 'Last day on which it can be registered' })
  due_on: string;

  @ApiProperty({ description: 'true: that day is past' })
  late: boolean;

  @ApiProperty({
    type: [String],
    description: 'Reasons for which it is not in the file; empty: it is',
  })
  problems: string[];
}

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

export class EInvoiceOutcomeDto {
  @ApiProperty({ type: 'integer', description: 'Line of the file or place in the list, from 1' })
  line: number;

  @ApiProperty()
  number: string;

  @ApiProperty({
    enum: ['registered', 'unchanged', 'refused'],
    description: 'unchanged: the document had this registration already',
  })
  outcome: string;

  @OrNull(String, 'null unless it is refused')
  problem: string | null;
}

export function toWaitingEInvoice({
  id,
  content,
  dueOn,
  isLate,
  problems,
}: WaitingEInvoice): WaitingEInvoiceDto {
  return {
    id,
    number: content.number,
    kind: content.kind,
    issued_on: content.issued_on,
    client_id: content.recipient.client_id,
    client_name: content.recipient.name,
    total: toMajorUnits(content.total_minor),
    due_on: dueOn,
    late: isLate,
    problems,
  };
}

export function toEInvoiceOutcome({
  line,
  number,
  outcome,
  problem,
}: ResultOutcome): EInvoiceOutcomeDto {
  return { line, number, outcome, problem };
}
