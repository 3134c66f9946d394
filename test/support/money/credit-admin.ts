import type {
  AgeingDto,
  ClientAgeingDto,
  OpenItemDto,
} from '../../../src/money/credit/ageing.dto.js';
import type { CreditTermsDto } from '../../../src/money/credit/credit.dto.js';
import type { Call, Page, Query } from '../call.js';
import { Admin } from '../shop/admin.js';
import { app, place, startShopSuite } from './suite.js';

type Id = string | number;

/** An operator with the calls that are about purchases on account. */
export class CreditAdmin extends Admin {
  readonly credit = {
    terms: (clientId: Id): Call<CreditTermsDto> => this.call('get', `clients/${clientId}/credit`),

    /** Lets a client buy on account: up to 1,000, due in 30 days and on hold 15 days later, but for what a test says. */
    putTerms: (clientId: Id, terms: object = {}): Call<CreditTermsDto> =>
      this.call('put', `clients/${clientId}/credit`, {
        credit_limit: 1_000,
        payment_days: 30,
        overdue_days: 15,
        ...terms,
      }),

    items: (clientId: Id, query?: Query): Call<Page<OpenItemDto>> =>
      this.list(`clients/${clientId}/credit/items`, query),

    ageing: (): Call<AgeingDto> => this.call('get', 'ageing'),

    /** Lists the clients who owe. */
    clients: (query?: Query): Call<Page<ClientAgeingDto>> => this.list('ageing/clients', query),
  };
}

/** An operator of the running suite. */
export let admin: CreditAdmin;

/** Starts the service for a suite about purchases on account, and gives each test a store of its own. */
export function startCreditSuite(): void {
  startShopSuite();
  beforeAll(() => {
    admin = new CreditAdmin(app);
  });
}

/** Method of the payment of an order on account. */
export const onAccount = { method: 'credit' };

/** Places an order of 110.00 and pays it on account; its number. */
export async function buy(): Promise<string> {
  const order = await place();
  await admin.orders.pay(order, onAccount);
  return order;
}

/** Moves the purchase of an order, and with it the due date, to an earlier day. */
export async function age(order: string, days: number): Promise<void> {
  await app.dataSource.query(
    `UPDATE credit_items SET due_at = due_at - make_interval(days => $2::integer), created_at = created_at - make_interval(days => $2::integer)
      WHERE order_id = (SELECT id FROM orders WHERE order_number = $1)`,
    [order, days],
  );
}
