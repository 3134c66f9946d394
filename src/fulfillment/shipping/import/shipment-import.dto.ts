import { ApiProperty, ApiPropertyOptional, OmitType } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { LIMITS } from '../../../platform/config/limits.js';
import { QueryFlag, Text, WholeNumber, type Rule } from '../../../platform/http/input/fields.js';
import { ErrorDto } from '../../../platform/http/openapi/api-docs.js';
import { CreateShipmentDto } from '../../orders/orders.admin.dto.js';
import {
  SHIPMENT_IMPORT_STATES,
  type ShipmentImport,
  type ShipmentImportState,
} from './shipment-import.entity.js';
import type { ShipmentImportReport } from './shipment-import-report.js';
import { OrNull } from '../../../platform/http/openapi/or-null.js';

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

/** Turns a text into capitals, which order numbers have: people type them as they like. */
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

class ShipmentProblemDto {
  @ApiProperty({
    type: 'integer',
    description: 'Line of the file on which the row begins; 1 is the header',
  })
  line: number;

  @OrNull(String, 'null: the row as a whole')
  column: string | null;

  @OrNull(String, 'null: not known')
  order_number: string | null;

  @ApiProperty()
  problem: string;
}

class ShipmentWarningDto {
  @ApiProperty({ type: 'integer', description: 'Line of the file on which the shipment begins' })
  line: number;

  @ApiProperty()
  order_number: string;

  @ApiProperty()
  warning: string;
}

export class ShipmentImportReportDto {
  @ApiProperty({ description: 'true: nothing was stored' })
  dry_run: boolean;

  @ApiProperty({ type: 'integer', description: 'Rows below the header that were read' })
  rows: number;

  @ApiProperty({ type: 'integer', description: 'Shipments that were recorded' })
  created: number;

  @ApiProperty({
    type: 'integer',
    description:
      'Shipments that had been recorded before, with the same courier and tracking number',
  })
  unchanged: number;

  @ApiProperty({
    type: [ShipmentProblemDto],
    maxItems: LIMITS.importProblems,
    description: 'Of rows that were not applied',
  })
  problems: ShipmentProblemDto[];

  @ApiPropertyOptional({
    type: [ShipmentWarningDto],
    maxItems: LIMITS.importProblems,
    description:
      'Of shipments that were applied, such as a tracking number that another order has. Left out: none',
  })
  warnings?: ShipmentWarningDto[];

  @ApiPropertyOptional({ enum: [true], description: 'true: there are more problems than listed' })
  more_problems?: true;
}

/** The refusal of a file, in documents. */
export class ShipmentImportRefusalDto extends ErrorDto {
  @ApiPropertyOptional({
    type: ShipmentImportReportDto,
    description: 'import_refused: what is wrong with the file',
  })
  data?: ShipmentImportReportDto;
}

/** A file of shipments that is recorded in the background. */
export class ShipmentImportDto {
  @ApiProperty({ type: 'integer' })
  id: number;

  @ApiProperty({
    enum: SHIPMENT_IMPORT_STATES,
    description: 'failed: the service could not do it; the same file can be sent again',
  })
  state: ShipmentImportState;

  @ApiProperty({ description: 'true: nothing is stored' })
  dry_run: boolean;

  @ApiProperty({ type: 'integer', description: 'Rows below the header' })
  rows: number;

  @ApiProperty({ type: 'integer', description: 'Rows recorded or refused so far' })
  rows_done: number;

  @OrNull(ShipmentImportReportDto, 'null: it has not ended, or failed')
  report: ShipmentImportReportDto | null;

  @ApiProperty()
  uploaded_by: string;

  @ApiProperty({ format: 'date-time' })
  uploaded_at: string;

  @OrNull('date-time')
  finished_at: string | null;
}

export function toShipmentImport(row: ShipmentImport): ShipmentImportDto {
  return {
    id: row.id,
    state: row.state,
    dry_run: row.isDryRun,
    rows: row.rows,
    rows_done: row.state === 'recorded' ? row.rows : row.rowsDone,
    report: row.report && toShipmentImportReport(row.report),
    uploaded_by: row.uploadedBy,
    uploaded_at: row.uploadedAt.toISOString(),
    finished_at: row.finishedAt?.toISOString() ?? null,
  };
}

export function toShipmentImportReport(report: ShipmentImportReport): ShipmentImportReportDto {
  return {
    dry_run: report.isDryRun,
    rows: report.rows,
    created: report.created,
    unchanged: report.unchanged,
    problems: report.problems.map(({ line, column, orderNumber, problem }) => ({
      line,
      column,
      order_number: orderNumber,
      problem,
    })),
    ...(report.warnings.length > 0 && {
      warnings: report.warnings.map(({ line, orderNumber, warning }) => ({
        line,
        order_number: orderNumber,
        warning,
      })),
    }),
    ...(report.hasMoreProblems && { more_problems: true }),
  };
}
