import { ApiProperty } from '@nestjs/swagger';
import { LIMITS } from '../../../platform/config/limits.js';
import { Amount, Flag, Text, textRule } from '../../../platform/http/fields.js';
import { PageQuery } from '../../../platform/http/page.js';
import { toMajorUnits, toMinorUnits } from '../../../platform/money.js';
import type { AutoPay } from '../../../payments/auto-pay/auto-pay.service.js';
import { toWalletEntry, WalletEntryDto } from '../../../payments/wallets/wallets.dto.js';
import { isMonth, type MonthSums } from '../../../payments/wallets/wallet-statement.service.js';

export { toWalletEntry, WalletEntryDto };

const MONTH_RULES = [textRule('invalid_month', 'must be a month, as 2026-11', isMonth)];

export class WalletEntriesQuery extends PageQuery {
  @Text({
    max: 7,
    optional: true,
    api: { example: '2026-11', description: 'A month in India; left out: all entries' },
    rules: MONTH_RULES,
  })
  month?: string;
}

export class StatementQuery {
  @Text({
    max: 7,
    api: { example: '2026-11', description: 'A month in India' },
    rules: MONTH_RULES,
  })
  month: string;
}

export class PutOwnAutoPayDto {
  @Flag({ api: { example: true } })
  enabled: boolean;

  @Amount({
    min: 0.01,
    max: toMajorUnits(LIMITS.moneyMinor),
    optional: true,
    api: {
      nullable: true,
      example: 5000,
      description: 'Orders that cost more are not paid automatically. Left out or null: any are',
    },
  })
  max_order_total?: number | null;

  @Amount({
    min: 0,
    max: toMajorUnits(LIMITS.moneyMinor),
    optional: true,
    api: { default: 0, example: 1000, description: 'What is left in the wallet at least' },
  })
  keep_balance?: number | null;
}

export class OwnWalletDto {
  @ApiProperty()
  balance: number;

  @ApiProperty({ example: 'INR' })
  currency: string;
}

export class StatementDto {
  @ApiProperty({ example: '2026-11' })
  month: string;

  @ApiProperty({ description: 'The balance before the month' })
  opening: number;

  @ApiProperty({ description: 'What was added' })
  received: number;

  @ApiProperty({ description: 'What was taken' })
  spent: number;

  @ApiProperty({ description: 'opening + received − spent' })
  closing: number;

  @ApiProperty({ type: 'integer' })
  entries_count: number;
}

export class OwnAutoPayDto {
  @ApiProperty()
  enabled: boolean;

  @ApiProperty({ type: Number, nullable: true })
  max_order_total: number | null;

  @ApiProperty()
  keep_balance: number;
}

export function toWallet(balanceMinor: number, currency: string): OwnWalletDto {
  return { balance: toMajorUnits(balanceMinor), currency };
}

export function toStatement(month: string, sums: MonthSums): StatementDto {
  return {
    month,
    opening: toMajorUnits(sums.openingMinor),
    received: toMajorUnits(sums.inMinor),
    spent: toMajorUnits(sums.outMinor),
    closing: toMajorUnits(sums.closingMinor),
    entries_count: sums.count,
  };
}

export function toAutoPaySettings(dto: PutOwnAutoPayDto): AutoPay {
  const { enabled, max_order_total: maxOrder, keep_balance: keep } = dto;
  return {
    enabled,
    maxOrderMinor: typeof maxOrder === 'number' ? toMinorUnits(maxOrder) : null,
    keepMinor: typeof keep === 'number' ? toMinorUnits(keep) : 0,
  };
}

export function toOwnAutoPay({ enabled, maxOrderMinor, keepMinor }: AutoPay): OwnAutoPayDto {
  return {
    enabled,
    max_order_total: maxOrderMinor === null ? null : toMajorUnits(maxOrderMinor),
    keep_balance: toMajorUnits(keepMinor),
  };
}
