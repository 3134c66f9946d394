import { Injectable } from '@nestjs/common';
import { AppError } from '../../platform/http/errors.js';
import { BankTransfersService } from './bank-transfers.service.js';
import type { BankTransfer } from './bank-transfer.entity.js';
import { readStatement, type StatementProblem, type StatementRow } from './statement-file.js';
import { clientNamedIn } from './utr.js';

/**
 * - confirmed: the statement has it; in a dry run it would be confirmed
 * - confirmed_before: an earlier call confirmed it
 * - amount_differs: the UTR was claimed with another amount
 * - ambiguous: several clients claimed the UTR with this amount
 * - utr_taken: the UTR is a receipt of another client or amount already
 * - not_claimed: no client claimed it
 */
export const MATCH_OUTCOMES = [
  ...(['confirmed', 'confirmed_before', 'amount_differs', 'ambiguous'] as const),
  ...(['utr_taken', 'not_claimed'] as const),
];

/** What became of a row of a bank statement. */
export interface StatementMatch {
  row: StatementRow;
  outcome: (typeof MATCH_OUTCOMES)[number];
  /** The one that has the row's UTR. */
  transfer: BankTransfer | null;
  /** Whose payment reference the row holds, where no client claimed it. */
  namedClientId: number | null;
}

/** What a bank statement did, or would do. */
export interface StatementReport {
  isDryRun: boolean;
  matches: StatementMatch[];
  problems: StatementProblem[];
}

/** Confirms the claimed transfers that a bank statement has. */
@Injectable()
export class StatementMatchService {
  constructor(private readonly transfers: BankTransfersService) {}

  /**
   * Confirms transfers whose UTR and amount are those of a row; all other rows are reported. The same statement again
   * changes nothing.
   *
   * @throws AppError import_refused where no row names the columns
   */
  async match(
    file: AsyncIterable<Buffer>,
    { isDryRun }: { isDryRun: boolean },
  ): Promise<StatementReport> {
    const { rows, problems, hasHeader } = await readStatement(file);
    if (!hasHeader) {
      throw new AppError('import_refused', {
        message: 'No row of the file names a column with UTRs (utr) and one with amounts (amount).',
      });
    }
    const claims = await this.transfers.findByUtrs(rows.flatMap(({ utrs }) => utrs));
    const matches: StatementMatch[] = [];
    for (const row of rows) {
      const found = matchOf(row, claims);
      matches.push(isDryRun ? found : await this.confirmed(found));
    }
    return { isDryRun, matches, problems };
  }

  private async confirmed(match: StatementMatch): Promise<StatementMatch> {
    if (match.outcome !== 'confirmed' || match.transfer === null) return match;
    const [confirmation] = await this.transfers.confirmAll([match.transfer.id]);
    if (confirmation?.outcome === 'utr_taken') return { ...match, outcome: 'utr_taken' };
    // Another person rejected it in this moment.
    if (confirmation?.outcome !== 'confirmed') return { ...match, outcome: 'not_claimed' };
    return { ...match, transfer: confirmation.transfer };
  }
}

/** What a row of a statement means for the transfers that clients claimed. */
function matchOf(row: StatementRow, claims: readonly BankTransfer[]): StatementMatch {
  const ofUtr = claims.filter(({ utr }) => row.utrs.includes(utr));
  const [transfer = null, second] = ofUtr.filter(
    ({ amountMinor }) => amountMinor === row.amountMinor,
  );
  const match = { row, transfer: transfer ?? ofUtr[0] ?? null, namedClientId: null };
  if (ofUtr.length === 0) {
    return { ...match, outcome: 'not_claimed', namedClientId: clientNamedIn(row.text) };
  }
  if (transfer === null) return { ...match, outcome: 'amount_differs' };
  if (second !== undefined) return { ...match, outcome: 'ambiguous' };
  return {
    ...match,
    outcome: transfer.status === 'confirmed' ? 'confirmed_before' : 'confirmed',
  };
}
