import type {
  AgeingDto,
  ClientAgeingDto,
  OpenItemDto,
} from '../../../src/payments/credit/ageing.dto.js';
import type { CreditTermsDto } from '../../../src/payments/credit/credit.dto.js';
import type { Call, Page, Query } from '../call.js';
import { Admin } from '../shop/admin.js';

type Id = string | number;

/** An operator with the calls that are about purchases on account. */
export class CreditAdmin extends Admin {
  readonly credit = {
    terms: (clientId: Id): Call<CreditTermsDto> => this.call('get', `clients/${clientId}/credit`),

    /** Lets a client buy on account: up to 1,000, due in 30 days and on hold 15 days later, but for what a test says. */
    putTerms: (clientId: Id, terms: object = {}): Call<CreditTermsDto> =>
      this.call('put', `clients/${clientId}/credit`, {
        ...{ credit_limit: 1_000, payment_days: 30, overdue_days: 15 },
        ...terms,
      }),

    items: (clientId: Id, query?: Query): Call<Page<OpenItemDto>> =>
      this.list(`clients/${clientId}/credit/items`, query),

    ageing: (): Call<AgeingDto> => this.call('get', 'ageing'),

    /** Returns the clients who owe. */
    clients: (query?: Query): Call<Page<ClientAgeingDto>> => this.list('ageing/clients', query),
  };
}
