import { ApiProperty } from '@nestjs/swagger';
import {
  AutoPayDto,
  PutAutoPayDto,
  toAutoPay,
  toAutoPaySettings,
} from '../../../money/wallets/auto-pay/auto-pay.dto.js';
import { OpenItemDto, toOpenItem } from '../../../money/credit/ageing.dto.js';
import { toCreditTerms } from '../../../money/credit/credit.dto.js';
import type { CreditTerms } from '../../../money/ledger/credit/credit-terms.js';
import type { ClientBalances } from '../../../money/ledger/account-lines.js';
import {
  MonthReportFileQuery,
  MonthReportQuery,
} from '../../../money/reports/day/day-report.dto.js';
import { toMajorUnits } from '../../../platform/money.js';
import {
  StatementDto,
  toStatement,
  toWalletEntry,
  WalletEntriesQuery,
  WalletEntryDto,
} from '../../../money/wallets/wallets.dto.js';

export {
  MonthReportFileQuery,
  MonthReportQuery,
  OpenItemDto,
  toOpenItem,
  toAutoPay,
  toAutoPaySettings,
  StatementDto,
  toStatement,
  toWalletEntry,
  WalletEntriesQuery,
  WalletEntryDto,
};

export class PutOwnAutoPayDto extends PutAutoPayDto {}

export class OwnWalletDto {
  @ApiProperty()
  balance: number;

  @ApiProperty({ description: 'Money that was taken back and that the wallet did not hold' })
  debt: number;

  @ApiProperty({ description: 'Unpaid part of the orders bought on account' })
  credit_used: number;

  @ApiProperty({ description: '0: the company cannot buy on account' })
  credit_limit: number;

  @ApiProperty({
    description:
      'Part of the limit that is left; nothing can be bought on account while an order is overdue',
  })
  credit_available: number;

  @ApiProperty({ type: 'integer', description: 'Days until an order bought on account is due' })
  payment_days: number;

  @ApiProperty({ example: 'INR' })
  currency: string;
}

export class OwnAutoPayDto extends AutoPayDto {}

export function toWallet(
  balances: ClientBalances,
  terms: CreditTerms,
  currency: string,
): OwnWalletDto {
  const { credit_limit, payment_days } = toCreditTerms(terms);
  const availableMinor = Math.max(0, terms.limitMinor - balances.creditUsedMinor);
  return {
    balance: toMajorUnits(balances.walletMinor),
    debt: toMajorUnits(balances.debtMinor),
    credit_used: toMajorUnits(balances.creditUsedMinor),
    credit_limit,
    credit_available: toMajorUnits(availableMinor),
    payment_days,
    currency,
  };
}
