import {
  responseDto,
  flag,
  money,
  parts,
  text,
  word,
} from '../../../platform/http/response-dto/response-dto.js';
import {
  MESSAGE_KIND_ROWS,
  MESSAGE_KINDS,
  type MessageKind,
} from '../../messages/message-kinds.js';
import type { Choice } from '../../messages/messages.service.js';
import { LIMITS } from '../../../platform/config/limits.js';
import { Amount, Flag, OneOf } from '../../../platform/http/input/fields.js';
import { toMajorUnits } from '../../../platform/money.js';

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

export class MailChoiceDto extends responseDto<Choice>()({
  kind: word(MESSAGE_KINDS),
  label: [text({ example: 'Orders shipped' }), ({ kind }) => MESSAGE_KIND_ROWS[kind].label],
  help: [text(), ({ kind }) => MESSAGE_KIND_ROWS[kind].help],
  on: flag(),
}) {}

export class MailChoicesDto extends responseDto<{
  mails: readonly Choice[];
  walletBelowMinor: number | null;
}>()({
  mails: parts(MailChoiceDto, 'Empty for operators'),
  wallet_below: money(
    "The amount below which your company's wallet is low; null for operators",
  ).orNull(),
}) {}
