import {
  responseDto,
  day,
  flag,
  integer,
  money,
  part,
  parts,
  text,
  word,
} from '../../../platform/http/response-dto/response-dto.js';
import { LIMITS } from '../../../platform/config/limits.js';
import { QueryFlag, Text, QueryId, textRule } from '../../../platform/http/input/fields.js';
import type { RememberedColumn } from '../../../platform/table-file/columns.js';
import { SuggestedDto } from '../lines/bank-lines.dto.js';
import {
  LINE_DIRECTIONS,
  LINE_STATES,
  type LineDirection,
  type LineState,
} from '../lines/statement-line.entity.js';
import type { Verdict } from '../matching/line-verdict.js';
import { SUGGESTION_REASONS, type Suggestion } from '../matching/suggestion.js';
import { MATCH_OUTCOMES, outcomeOf, stateOf, type MatchOutcome } from './match-outcome.js';
import type { DateAnswers } from '../statement-file/date-order.js';
import { STATEMENT_COLUMNS } from '../statement-file/presets.js';
import type { IgnoredRow, StatementLine, UnreadableRow } from '../statement-file/types.js';
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

  @Text({
    max: LIMITS.chosenColumnsLength,
    optional: true,
    rules: [
      textRule(
        'unknown_value',
        'must be columns with their names, as date=When&debit=Took',
        (text) => {
          const columns = columnsIn(text);
          return (
            columns.length > 0 &&
            columns.every(({ column }) => STATEMENT_COLUMNS.some((known) => known === column))
          );
        },
      ),
      // One column as money in and out would book its amounts in the wrong direction.
      textRule('not_distinct', 'must name each column of the file once', (text) => {
        const headers = columnsIn(text).map(({ header }) => header);
        return new Set(headers).size === headers.length;
      }),
    ],
    api: {
      example: 'date=When&debit=Took&credit=Gave',
      description:
        "The names of the file's columns, as a form; all other columns are ignored. They are remembered once the statement is " +
        'stored. Default: as in the last statement of the account, or else recognized',
    },
  })
  columns?: string;
}

/** Reads the columns that a caller has chosen; null: none. */
export function toChosenColumns({
  columns,
}: MatchStatementQuery): readonly RememberedColumn[] | null {
  return columns === undefined ? null : columnsIn(columns);
}

function columnsIn(text: string): RememberedColumn[] {
  return [...new URLSearchParams(text)].map(([column, header]) => ({ column, header }));
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

const ACTS = {
  confirm: 'it confirms the transfer that the client claims',
  match: 'its money is recorded already',
  clear: 'it clears a cheque in hand',
  suggest: 'a person decides about the suggestion',
  none: 'nothing is known about it',
} as const satisfies Record<Verdict['act'], string>;

/** A line of a file, and what becomes of it. */
interface ReportedLine extends Pick<StatementReport, 'names'>, Pick<ImportedLine, 'approvalId'> {
  line: StatementLine;
  isNew: boolean;
  act: Verdict['act'] | null;
  state: LineState;
  suggestion: Suggestion | null;
  clientId: number | null;
}

class ReportedLineDto extends responseDto<ReportedLine>()({
  line: [integer('First line of the row in the file'), ({ line }) => line.rowNumber],
  date: [day("The bank's value date"), ({ line }) => line.valueDate],
  direction: [word(LINE_DIRECTIONS), ({ line }) => line.direction],
  amount: [money(), ({ line }) => line.amountMinor],
  reference: [text().orNull(), ({ line }) => line.reference],
  description: [text(), ({ line }) => line.description],
  is_new: [flag('True if it is not stored yet'), 'isNew'],
  act: word(
    [...Object.keys(ACTS), null],
    'What a dry run would do; null: it was decided before, or this is no dry run',
  ).orNull(),
  state: word(LINE_STATES, 'The state of the line; of a dry run, as it would be'),
  suggestion: [
    part(SuggestedDto).orNull(),
    ({ suggestion, names }) => suggestion && { ...suggestion, names },
  ],
  waiting_approval_id: [
    integer('The approval that it needs before it is booked').orNull(),
    'approvalId',
  ],
  client_id: integer('The client whose transfer it confirms').orNull(),
  client_name: [text().orNull(), ({ clientId, names }) => names.get(clientId ?? 0) ?? null],
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

function reportedLines({ lines, names }: StatementReport): ReportedLine[] {
  return lines.map((imported) => {
    const { line, stored, verdict, transfers, approvalId } = imported;
    const confirmed = transfers.find(
      ({ id }) => verdict?.act === 'confirm' && verdict.transferId === id,
    );
    return {
      ...stateOf(imported),
      line,
      names,
      isNew: stored === null,
      approvalId,
      act: verdict?.act ?? null,
      clientId: confirmed?.clientId ?? null,
    };
  });
}

export class StatementReportDto extends responseDto<StatementReport>()({
  dry_run: [flag('true: a dry run, nothing was stored'), 'isDryRun'],
  rows: [integer('Rows with incoming money'), (report) => linesOf(report, 'in').length],
  confirmed: [
    integer('Transfers that were confirmed'),
    (report) => matchesOf(report).filter(({ outcome }) => outcome === 'confirmed').length,
  ],
  matches: [parts(StatementMatchDto, { maxItems: LIMITS.statementRows }), matchesOf],
  lines: [
    parts(ReportedLineDto, 'All rows that move money, in the order of the file'),
    reportedLines,
  ],
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
  account_last4: text('The last digits of the account number that the file names').orNull(),
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
