import { QueryFlag } from '../../../platform/http/input/fields.js';

export class EndApiTokensQuery {
  @QueryFlag('false: API tokens stay valid', 'true')
  end_tokens?: 'true' | 'false';
}
