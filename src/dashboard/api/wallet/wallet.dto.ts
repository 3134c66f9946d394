import { ApiProperty } from '@nestjs/swagger';
import {
  AutoPayDto,
  PutAutoPayDto,
  toAutoPay,
  toAutoPaySettings,
} from '../../../payments/auto-pay/auto-pay.dto.js';
import { toMajorUnits } from '../../../platform/money.js';
import {
  StatementDto,
  StatementQuery,
  toStatement,
  toWalletEntry,
  WalletEntriesQuery,
  WalletEntryDto,
} from '../../../payments/wallets/wallets.dto.js';

export {
  toAutoPay,
  toAutoPaySettings,
  StatementDto,
  StatementQuery,
  toStatement,
  toWalletEntry,
  WalletEntriesQuery,
  WalletEntryDto,
};

export class PutOwnAutoPayDto extends PutAutoPayDto {}

export class OwnWalletDto {
  @ApiProperty()
  balance: number;

  @ApiProperty({ example: 'INR' })
  currency: string;
}

export class OwnAutoPayDto extends AutoPayDto {}

export function toWallet(balanceMinor: number, currency: string): OwnWalletDto {
  return { balance: toMajorUnits(balanceMinor), currency };
}
