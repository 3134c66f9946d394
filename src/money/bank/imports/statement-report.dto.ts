import {
  responseDto,
  day,
  flag,
  integer,
  money,
  parts,
  text,
  word,
} from '../../../platform/http/response-dto/response-dto.js';
import { LIMITS } from '../../../platform/config/limits.js';
import { QueryFlag, Text, QueryId } from '../../../platform/http/input/fields.js';
import { LINE_STATES, type LineDirection } from '../lines/statement-line.entity.js';
import { SUGGESTION_REASONS } from '../matching/suggestion.js';
import { MATCH_OUTCOMES, outcomeOf, type MatchOutcome } from './match-outcome.js';
import type { DateAnswers } from '../statement-file/date-order.js';
import type { IgnoredRow, UnreadableRow } from '../statement-file/types.js';
import { sumOf } from './statement-store.js';
import type { EarlierLine, ImportedLine, StatementReport } from './statement-imports.service.js';

export class MatchStatementQuery {
  @QueryFlag('true: report what the statement would confirm, and store nothing')
  dry_run?: 'true' | 'false';

  @QueryId({ description: 'The bank account of the statement; default: the default one' })
  bank_account_id?: number;

  @QueryFlag('true: store a statement even if it does not continue the last closing balance')
  accept_gap?: 'true' | 'false';

  @QueryFlag(
    'true: the day is first in 5/11/2026, false: the month. Default: as its dates prove, else the day; if that is unlikely, 422 `date_order_unclear`',
  )
  day_first?: 'true' | 'false';

  @QueryFlag(
    'true: a spreadsheet has exchanged day and month of the cells that it reads as dates, false: they are right. ' +
      'Without it, a column that also has dates as texts is 422 `date_cells_unclear`',
  )
  exchange_date_cells?: 'true' | 'false';

  @Text({ max: LIMITS.fileNameLength, optional: true })
  file_name?: string;
}

/** Reads what a caller says about the dates of a file. */
export function toDateAnswers(query: MatchStatementQuery): DateAnswers {
  const { day_first: dayFirst, exchange_date_cells: exchangesCells } = query;
  return {
    ...(dayFirst !== undefined && { dayFirst: dayFirst === 'true' }),
    ...(exchangesCells !== undefined && { exchangesCells: exchangesCells === 'true' }),
  };
}

class StatementMatchDto extends responseDto<ImportedLine & MatchOutcome>()({
  line: [integer('First line of the row in the file'), ({ line }) => line.rowNumber],
  reference: [text("The bank's reference"), ({ line }) => line.reference ?? ''],
  amount: [money(), ({ line }) => line.amountMinor],
  outcome: word(MATCH_OUTCOMES),
  transfer_id: [integer('The claimed transfer').orNull(), ({ transfer }) => transfer?.id ?? null],
  client_id: integer(
    'The client of the transfer; if no client claimed it, the client whose payment reference is in the row',
  ).orNull(),
  claimed_amount: [
    money('The amount that the client claims to have sent').orNull(),
    ({ transfer }) => transfer?.amountMinor ?? null,
  ],
  bank_line_id: [integer('The stored line').orNull(), ({ stored }) => stored?.id ?? null],
  state: word(LINE_STATES, 'The state of the line; of a dry run, as it would be'),
  reason: word([...Object.keys(SUGGESTION_REASONS), null]).orNull(),
}) {}

class EarlierConfirmedDto extends responseDto<EarlierLine>()({
  bank_line_id: [integer(), ({ line }) => line.id],
  date: [day("The bank's value date"), ({ line }) => line.valueDate],
  reference: [text(), ({ line }) => line.reference],
  amount: [money(), ({ line }) => line.amountMinor],
  transfer_id: [integer('The claimed transfer'), ({ confirmed }) => confirmed.id],
  client_id: [integer(), ({ confirmed }) => confirmed.clientId],
}) {}

class StatementProblemDto extends responseDto<UnreadableRow>()({
  line: [integer(), 'rowNumber'],
  problem: text(),
}) {}

class IgnoredRowDto extends responseDto<IgnoredRow>()({
  line: [integer(), 'rowNumber'],
  reason: text(),
}) {}

const linesOf = ({ lines }: StatementReport, direction: LineDirection): ImportedLine[] =>
  lines.filter(({ line }) => line.direction === direction);

const sumOfReport = ({ lines }: StatementReport, direction: LineDirection): number =>
  sumOf(
    lines.map(({ line }) => line),
    direction,
  );

const matchesOf = (report: StatementReport): (ImportedLine & MatchOutcome)[] =>
  linesOf(report, 'in').map((imported) => ({ ...imported, ...outcomeOf(imported) }));

export class StatementReportDto extends responseDto<StatementReport>()({
  dry_run: [flag('true: a dry run, nothing was stored'), 'isDryRun'],
  rows: [integer('Rows with incoming money'), (report) => linesOf(report, 'in').length],
  confirmed: [
    integer('Transfers that were confirmed'),
    (report) => matchesOf(report).filter(({ outcome }) => outcome === 'confirmed').length,
  ],
  matches: [parts(StatementMatchDto, { maxItems: LIMITS.statementRows }), matchesOf],
  earlier_confirmed: [
    parts(
      EarlierConfirmedDto,
      'Lines of earlier statements by which this call confirmed transfers that were claimed meanwhile',
    ),
    'earlier',
  ],
  problems: [parts(StatementProblemDto, 'Rows that could not be read'), problemsOf],
  bank_account_id: integer(),
  opening_balance: [money('The balance before the first row').orNull(), 'openingMinor'],
  closing_balance: [money('The balance after the last row').orNull(), 'closingMinor'],
  money_in: [money('Sum of the credits'), (report) => sumOfReport(report, 'in')],
  money_out: [money('Sum of the debits'), (report) => sumOfReport(report, 'out')],
  balance_problem: [
    text(
      'Why the balances do not add up, or do not prove that the rows are all; null: they do',
    ).orNull(),
    ({ balanceFault, leftOutFault }) => balanceFault ?? leftOutFault,
  ],
  gap: text(
    'Why it may be of another account: storing it needs `accept_gap`; null: it continues',
  ).orNull(),
  new_rows: [integer('Rows that no earlier statement contained'), 'newLines'],
  debit_rows: [integer('Rows with outgoing money'), (report) => linesOf(report, 'out').length],
  ignored_rows: parts(IgnoredRowDto, 'Rows that are not movements of money'),
}) {}

function problemsOf({ lines, unreadableRows, balanceFault }: StatementReport): UnreadableRow[] {
  const last = lines.at(-1);
  if (balanceFault === null || last === undefined) return unreadableRows;
  const problem = `has another balance than expected. ${balanceFault}`;
  return [...unreadableRows, { rowNumber: last.line.rowNumber, problem }];
}
