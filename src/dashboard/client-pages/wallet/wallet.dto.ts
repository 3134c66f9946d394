import {
  AutoPayDto,
  PutAutoPayDto,
  toAutoPaySettings,
} from '../../../money/wallets/auto-pay/auto-pay.dto.js';
import { OpenItemDto } from '../../../money/credit/ageing.dto.js';
import type { CreditTerms } from '../../../money/ledger/credit/credit-terms.js';
import type { ClientBalances } from '../../../money/ledger/account-lines.js';
import {
  MonthReportFileQuery,
  MonthReportQuery,
} from '../../../money/reports/day/day-report.dto.js';
import {
  responseDto,
  integer,
  money,
  text,
} from '../../../platform/http/response-dto/response-dto.js';
import {
  StatementDto,
  WalletEntriesQuery,
  WalletEntryDto,
} from '../../../money/wallets/wallets.dto.js';

export {
  MonthReportFileQuery,
  MonthReportQuery,
  OpenItemDto,
  toAutoPaySettings,
  StatementDto,
  WalletEntriesQuery,
  WalletEntryDto,
};

export class PutOwnAutoPayDto extends PutAutoPayDto {}

export interface OwnWallet extends ClientBalances {
  terms: CreditTerms;
  currency: string;
}

export class OwnWalletDto extends responseDto<OwnWallet>()({
  balance: [money(), 'walletMinor'],
  debt: money('Money that was taken back and that the wallet did not hold'),
  credit_used: money('Unpaid part of the orders bought on account'),
  credit_limit: [money('0: the company cannot buy on account'), ({ terms }) => terms.limitMinor],
  credit_available: [
    money(
      'Part of the limit that is left; nothing can be bought on account while an order is overdue',
    ),
    ({ terms, creditUsedMinor }) => Math.max(0, terms.limitMinor - creditUsedMinor),
  ],
  payment_days: [
    integer('Days until an order bought on account is due'),
    ({ terms }) => terms.paymentDays,
  ],
  currency: text({ example: 'INR' }),
}) {}

export class OwnAutoPayDto extends AutoPayDto {}
