import { ApiProperty } from '@nestjs/swagger';
import {
  MESSAGE_KIND_ROWS,
  MESSAGE_KINDS,
  type MessageKind,
} from '../../messages/message-kinds.js';
import type { Choice } from '../../messages/messages.service.js';
import { LIMITS } from '../../../platform/config/limits.js';
import { Amount, Flag, OneOf } from '../../../platform/http/input/fields.js';
import { toMajorUnits } from '../../../platform/money.js';
import { OrNull } from '../../../platform/http/openapi/or-null.js';

export class ChooseMailDto {
  @OneOf(MESSAGE_KINDS)
  kind: MessageKind;

  @Flag({ api: { description: 'Whether you get these mails' } })
  on: boolean;
}

export class WalletAlertDto {
  @Amount({ min: 0.01, max: toMajorUnits(LIMITS.moneyMinor), api: { example: 5000 } })
  below: number;
}

export class MailChoiceDto {
  @ApiProperty({ enum: MESSAGE_KINDS })
  kind: MessageKind;

  @ApiProperty({ example: 'Orders shipped' })
  label: string;

  @ApiProperty()
  help: string;

  @ApiProperty()
  on: boolean;
}

export class MailChoicesDto {
  @ApiProperty({ type: [MailChoiceDto], description: 'Empty for operators' })
  mails: MailChoiceDto[];

  @OrNull(Number, "The amount below which your company's wallet is low; null for operators")
  wallet_below: number | null;
}

export function toMailChoices(
  choices: readonly Choice[],
  walletBelowMinor: number | null,
): MailChoicesDto {
  return {
    mails: choices.map(({ kind, isOn }) => {
      const { label, help } = MESSAGE_KIND_ROWS[kind];
      return { kind, label, help, on: isOn };
    }),
    wallet_below: walletBelowMinor === null ? null : toMajorUnits(walletBelowMinor),
  };
}
