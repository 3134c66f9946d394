import { LIMITS } from '../../platform/config/limits.js';
import { responseDto, integer, text, word } from '../../platform/http/response-dto/response-dto.js';
import { OneOf, Text, textRule } from '../../platform/http/input/fields.js';
import { GATEWAY, methodNamed, normalizeMethod, PAYMENT_METHODS } from '../payment-methods.js';
import type { MethodAlias, MethodChoice } from './method-alias.entity.js';

const CHOICES: readonly MethodChoice[] = [...PAYMENT_METHODS, 'refused'];

export class NameMethodDto {
  @Text({
    max: LIMITS.paymentMethodLength,
    api: { example: 'draft', description: 'Without regard to case' },
    rules: [
      textRule('reserved_value', 'must not be a word of every installation', (value) => {
        const sent = normalizeMethod(value);
        return sent !== GATEWAY && methodNamed(sent) === null;
      }),
    ],
  })
  word: string;

  @OneOf(CHOICES, {
    api: { example: 'cheque', description: 'What the word means. refused: nothing' },
  })
  method: MethodChoice;
}

export class MethodAliasDto extends responseDto<MethodAlias>()({
  word: text('In small letters'),
  method: word(CHOICES, {
    description:
      'null: the word was in use before the upgrade to a closed list of methods, and no operator has decided about it. ' +
      'Payments with it are recorded as `other`, as before',
  }).orNull(),
  receipts: integer('Receipts with the word at that upgrade'),
}) {}
