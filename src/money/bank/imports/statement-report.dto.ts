import { ApiProperty } from '@nestjs/swagger';
import { LIMITS } from '../../../platform/config/limits.js';
import { QueryFlag, Text, QueryId } from '../../../platform/http/input/fields.js';
import { toMajorUnits } from '../../../platform/money.js';
import { LINE_STATES } from '../lines/statement-line.entity.js';
import { SUGGESTION_REASONS } from '../matching/suggestion.js';
import { MATCH_OUTCOMES, outcomeOf } from './match-outcome.js';
import type { ImportedLine, StatementReport } from './statement-imports.service.js';
import { OrNull } from '../../../platform/http/openapi/or-null.js';

export class MatchStatementQuery {
  @QueryFlag('true: report what the statement would confirm, and store nothing')
  dry_run?: 'true' | 'false';

  @QueryId({ description: 'The bank account of the statement; default: the default one' })
  bank_account_id?: number;

  @QueryFlag('true: store a statement that does not continue the last closing balance')
  accept_gap?: 'true' | 'false';

  @Text({ max: LIMITS.fileNameLength, optional: true })
  file_name?: string;
}

export class StatementMatchDto {
  @ApiProperty({ type: 'integer', description: 'Line of the file on which the row begins' })
  line: number;

  @ApiProperty({ description: "The bank's reference" })
  reference: string;

  @ApiProperty()
  amount: number;

  @ApiProperty({
    enum: MATCH_OUTCOMES,
    description:
      'amount_differs: the UTR was claimed with another amount. ambiguous: by several clients, or the row names another ' +
      'client. utr_taken: it is a receipt of another client or amount already. not_claimed: by no client',
  })
  outcome: string;

  @OrNull('integer', 'The claimed transfer')
  transfer_id: number | null;

  @OrNull(
    'integer',
    'The client of the transfer; if no client claimed it, the client whose payment reference the row has',
  )
  client_id: number | null;

  @OrNull(Number, 'The amount that the client claims to have sent')
  claimed_amount: number | null;

  @OrNull('integer', 'The stored line')
  bank_line_id: number | null;

  @ApiProperty({
    enum: LINE_STATES,
    description: 'The state of the line; of a dry run, as it would be',
  })
  state: string;

  @ApiProperty({ enum: [...SUGGESTION_REASONS, null], type: String, nullable: true })
  reason: string | null;
}

export class StatementProblemDto {
  @ApiProperty({ type: 'integer' })
  line: number;

  @ApiProperty()
  problem: string;
}

class IgnoredRowDto {
  @ApiProperty({ type: 'integer' })
  line: number;

  @ApiProperty()
  reason: string;
}

export class StatementReportDto {
  @ApiProperty({ description: 'true: a dry run, nothing was stored' })
  dry_run: boolean;

  @ApiProperty({ type: 'integer', description: 'Rows with incoming money' })
  rows: number;

  @ApiProperty({ type: 'integer', description: 'Transfers that were confirmed' })
  confirmed: number;

  @ApiProperty({ type: [StatementMatchDto], maxItems: LIMITS.statementRows })
  matches: StatementMatchDto[];

  @ApiProperty({ type: [StatementProblemDto], description: 'Rows that could not be read' })
  problems: StatementProblemDto[];

  @ApiProperty({ type: 'integer' })
  bank_account_id: number;

  @OrNull(Number, 'The balance before the first row')
  opening_balance: number | null;

  @OrNull(Number, 'The balance after the last row')
  closing_balance: number | null;

  @ApiProperty({ description: 'Sum of the credits' })
  money_in: number;

  @ApiProperty({ description: 'Sum of the debits' })
  money_out: number;

  @OrNull(String, 'The reason why the balances do not add up; null: they do')
  balance_problem: string | null;

  @OrNull(
    String,
    'Why it may be of another account: storing it needs `accept_gap`; null: it continues',
  )
  gap: string | null;

  @ApiProperty({ type: 'integer', description: 'Rows that no earlier statement contained' })
  new_rows: number;

  @ApiProperty({ type: 'integer', description: 'Rows with outgoing money' })
  debit_rows: number;

  @ApiProperty({ type: [IgnoredRowDto], description: 'Rows that are not movements of money' })
  ignored_rows: IgnoredRowDto[];
}

export function toStatementReport(report: StatementReport): StatementReportDto {
  const sum = (direction: 'in' | 'out'): number =>
    toMajorUnits(
      report.lines.reduce(
        (total, { line }) => (line.direction === direction ? total + line.amountMinor : total),
        0,
      ),
    );
  const matches = report.lines.filter(({ line }) => line.direction === 'in').map(toMatch);
  return {
    dry_run: report.isDryRun,
    rows: matches.length,
    confirmed: matches.filter(({ outcome }) => outcome === 'confirmed').length,
    matches,
    problems: problemsOf(report),
    bank_account_id: report.bankAccountId,
    opening_balance: report.openingMinor === null ? null : toMajorUnits(report.openingMinor),
    closing_balance: report.closingMinor === null ? null : toMajorUnits(report.closingMinor),
    money_in: sum('in'),
    money_out: sum('out'),
    balance_problem: report.balanceFault,
    gap: report.gap,
    new_rows: report.newLines,
    debit_rows: report.lines.length - matches.length,
    ignored_rows: report.ignoredRows.map(({ rowNumber: line, reason }) => ({ line, reason })),
  };
}

function problemsOf({
  lines,
  unreadableRows,
  balanceFault,
}: StatementReport): StatementProblemDto[] {
  const problems = unreadableRows.map(({ rowNumber: line, problem }) => ({ line, problem }));
  const last = lines.at(-1);
  if (balanceFault === null || last === undefined) return problems;
  const problem = `has another balance than expected. ${balanceFault}`;
  return [...problems, { line: last.line.rowNumber, problem }];
}

function toMatch(imported: ImportedLine): StatementMatchDto {
  const { line, stored } = imported;
  const { outcome, transfer, clientId, state, reason } = outcomeOf(imported);
  return {
    line: line.rowNumber,
    reference: line.reference ?? '',
    amount: toMajorUnits(line.amountMinor),
    outcome,
    transfer_id: transfer?.id ?? null,
    client_id: clientId,
    claimed_amount: transfer === null ? null : toMajorUnits(transfer.amountMinor),
    bank_line_id: stored?.id ?? null,
    state,
    reason,
  };
}
