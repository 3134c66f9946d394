import { ApiProperty } from '@nestjs/swagger';
import { LIMITS } from '../../platform/config/limits.js';
import { OneOf, Text, textRule } from '../../platform/http/input/fields.js';
import { GATEWAY, methodNamed, normalizeMethod, PAYMENT_METHODS } from '../payment-methods.js';
import type { MethodAlias, MethodChoice } from './method-alias.entity.js';

const CHOICES: readonly MethodChoice[] = [...PAYMENT_METHODS, 'refused'];

export class NameMethodDto {
  @Text({
    max: LIMITS.paymentMethodLength,
    api: { example: 'paytm', description: 'Without regard to case' },
    rules: [
      textRule('reserved_value', 'must not be a word of every installation', (text) => {
        const word = normalizeMethod(text);
        return word !== GATEWAY && methodNamed(word) === null;
      }),
    ],
  })
  word: string;

  @OneOf(CHOICES, {
    api: { example: 'bank', description: 'What the word means. refused: nothing' },
  })
  method: MethodChoice;
}

export class MethodAliasDto {
  @ApiProperty({ description: 'In small letters' })
  word: string;

  @ApiProperty({
    enum: CHOICES,
    type: String,
    nullable: true,
    description:
      'null: it was in use before the upgrade to a closed list of methods, and nobody has decided about it; payments with it ' +
      'are recorded as `other`, as before',
  })
  method: string | null;

  @ApiProperty({ type: 'integer', description: 'Receipts with the word at that upgrade' })
  receipts: number;
}

export function toMethodAlias({ word, method, receipts }: MethodAlias): MethodAliasDto {
  return { word, method, receipts };
}
