import { QueryFlag } from '../../../platform/http/input/fields.js';

export class EndApiTokensQuery {
  @QueryFlag('true: the API tokens of the stores end, too', 'false')
  end_tokens?: 'true' | 'false';
}
