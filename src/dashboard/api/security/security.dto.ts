import { OneOf } from '../../../platform/http/input/fields.js';

export class EndApiTokensQuery {
  @OneOf(['true', 'false'], {
    optional: true,
    api: { default: 'true', description: 'false: API tokens stay valid' },
  })
  end_tokens?: 'true' | 'false';
}
