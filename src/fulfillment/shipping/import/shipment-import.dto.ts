import { ApiPropertyOptional, OmitType } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { LIMITS } from '../../../platform/config/limits.js';
import {
  responseDto,
  flag,
  integer,
  onlyTrue,
  part,
  parts,
  text,
  texts,
  time,
  word,
} from '../../../platform/http/response-dto/response-dto.js';
import { QueryFlag, Text, WholeNumber, type Rule } from '../../../platform/http/input/fields.js';
import { ErrorDto } from '../../../platform/http/openapi/api-docs.js';
import { CreateShipmentDto } from '../../orders/orders.admin.dto.js';
import { SHIPMENT_IMPORT_STATES, type ShipmentImport } from './shipment-import.entity.js';
import type {
  ShipmentImportReport,
  ShipmentProblem,
  ShipmentWarning,
  UninvoicedOrder,
} from './shipment-import-report.js';

/** A row of a file of shipments, under the rules of the Admin API. */
export class ShipmentRowDto extends OmitType(CreateShipmentDto, ['shipped_at', 'items']) {
  @InCapitals()
  @Text({ max: 40 })
  order_number: string;

  @WholeNumber({ min: 1, max: LIMITS.orderItems, optional: true, rules: [needs('quantity')] })
  line?: number;

  @WholeNumber({ min: 1, max: LIMITS.quantity, optional: true, rules: [needs('line')] })
  quantity?: number;
}

/** Converts a text to capitals, as in order numbers, because people type them in any case. */
function InCapitals(): PropertyDecorator {
  return Transform(({ value }: { value: unknown }) =>
    typeof value === 'string' ? value.toUpperCase() : value,
  );
}

function needs(other: 'line' | 'quantity'): Rule {
  return {
    code: 'incomplete',
    message: `needs a ${other} as well`,
    passes: (_, row) => (row as ShipmentRowDto)[other] !== undefined,
  };
}

export class ShipmentImportQuery {
  @QueryFlag('true: report what the file would do, and store nothing')
  dry_run?: 'true' | 'false';
}

class ShipmentProblemDto extends responseDto<ShipmentProblem>()({
  line: integer('First line of the row in the file; 1 is the header'),
  column: text('null: the row as a whole').orNull(),
  order_number: text('null: not known').orNull(),
  problem: text(),
}) {}

class ShipmentWarningDto extends responseDto<ShipmentWarning>()({
  line: integer('First line of the shipment in the file'),
  order_number: text(),
  warning: text(),
  elsewhere: onlyTrue('true: the other order goes to another address'),
}) {}

class UninvoicedOrderDto extends responseDto<UninvoicedOrder>()({
  order_number: text(),
  reasons: texts({ example: ['KT-APR-85 needs a GST rate that is allowed today'] }),
}) {}

export class ShipmentImportReportDto extends responseDto<ShipmentImportReport>()({
  dry_run: flag('true: nothing was stored'),
  rows: integer('Rows below the header that were read'),
  created: integer('Shipments that were recorded'),
  unchanged: integer(
    'Shipments that had been recorded before, with the same courier and tracking number',
  ),
  problems: parts(ShipmentProblemDto, {
    maxItems: LIMITS.importProblems,
    description: 'Of rows that were not applied',
  }),
  warnings: [
    parts(ShipmentWarningDto, {
      maxItems: LIMITS.importProblems,
      description:
        'Warnings about shipments that were applied, such as a tracking number that another order has; of a dry run, about those that it would record. Left out: none',
    }).optional(),
    ({ warnings }) => (warnings.length > 0 ? warnings : undefined),
  ],
  without_invoice: parts(UninvoicedOrderDto, {
    maxItems: LIMITS.importProblems,
    description:
      'Orders that were shipped without an invoice, as the tax profile says `ship` (`on_missing`), and why; of a dry run, that would be. Left out: none',
  }).optional(),
  more_problems: [onlyTrue('true: there are more problems than listed'), 'hasMoreProblems'],
}) {}

/** The refusal of a file, in documents. */
export class ShipmentImportRefusalDto extends ErrorDto {
  @ApiPropertyOptional({
    type: ShipmentImportReportDto,
    description: 'import_refused: what is wrong with the file',
  })
  data?: ShipmentImportReportDto;
}

/** A file of shipments that is recorded in the background. */
export class ShipmentImportDto extends responseDto<ShipmentImport>()({
  id: integer(),
  state: word(
    SHIPMENT_IMPORT_STATES,
    'failed: the service could not do it; the same file can be sent again',
  ),
  dry_run: flag('true: nothing is stored'),
  rows: integer('Rows below the header'),
  rows_done: [
    integer('Rows recorded or refused so far'),
    ({ state, rows, rowsDone }) => (state === 'recorded' ? rows : rowsDone),
  ],
  report: part(ShipmentImportReportDto, 'null: it has not ended, or failed').orNull(),
  uploaded_by: text(),
  uploaded_at: time(),
  finished_at: time().orNull(),
}) {}
