import { Field } from '../../../platform/http/input/fields.js';

const CHOICE = /^(?:true|false|[1-9]\d{0,8}(?:,[1-9]\d{0,8}){0,199})$/;

export class EndApiTokensQuery {
  @Field({
    optional: true,
    api: {
      type: String,
      default: 'false',
      example: '12,15',
      description:
        'Ids of the API tokens of the stores that end, too, separated by commas, up to 200; `true`: all of them',
    },
    rules: [
      {
        code: 'unknown_value',
        message: 'must be true, false, or up to 200 ids of API tokens, separated by commas',
        passes: (value) => typeof value === 'string' && CHOICE.test(value),
      },
    ],
  })
  end_tokens?: string;
}

/** Reads the ids of the tokens that end, ascending; true: all, false: none. */
export function toEndedTokens({
  end_tokens: choice = 'false',
}: EndApiTokensQuery): boolean | number[] {
  if (choice === 'true' || choice === 'false') return choice === 'true';
  return [...new Set(choice.split(',').map(Number))].sort((one, other) => one - other);
}
