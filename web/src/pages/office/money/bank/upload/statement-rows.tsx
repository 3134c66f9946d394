import type {
  EarlierConfirmedDto,
  ReportedLineDto,
} from '../../../../../api/generated/admin-types';
import { column, type Column } from '../../../../../shared/lists/columns';
import { DataTable } from '../../../../../shared/lists/data-table';
import { linkTo } from '../../../office-columns';
import { LineText, signedAmount } from '../line-columns';
import { Outlook } from '../line-state';

const COLUMNS: readonly Column<ReportedLineDto>[] = [
  column.day('Date', 'date'),
  column.wide('Line', (line) => <LineText line={line} />),
  column.wide('Would become', (line) => <Outlook line={line} />),
  column.total('Amount', signedAmount),
];

const EARLIER: readonly Column<EarlierConfirmedDto>[] = [
  column.text('Day', 'date'),
  column.code('Reference', 'reference'),
  linkTo.client('Client', 'client_id'),
  column.money('Amount', 'amount'),
];

/** Renders the lines of earlier statements that confirmed a transfer at this upload. */
export function EarlierConfirmed({ rows }: { rows: readonly EarlierConfirmedDto[] }) {
  if (rows.length === 0) return null;
  return (
    <DataTable
      caption="Lines of earlier statements that were claimed meanwhile, and are confirmed now"
      columns={EARLIER}
      rows={rows}
      rowKey={({ bank_line_id: id }) => id}
    />
  );
}

/** Renders the lines of a statement, and what each would become. */
export function ReportedLines({ rows }: { rows: readonly ReportedLineDto[] }) {
  if (rows.length === 0) return null;
  return (
    <DataTable
      caption="Lines of the statement, and what each would become"
      columns={COLUMNS}
      rows={rows}
      rowKey={({ line }) => line}
    />
  );
}
