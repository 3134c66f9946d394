import { randomInt } from 'node:crypto';
import { givenTwoApps, UNLIMITED } from '../../support/app.js';
import { Admin } from '../../support/shop/admin.js';
import { GatewayHistory } from './gateway-history.js';
import { BankHistory } from './bank-history.js';
import { MoneyBook } from './money-book.js';
import { MoneyDesk, type Party } from './money-desk.js';
import { compareWithBook, drawHistory } from './money-history.js';
import { OrderHistory } from './order-history.js';
import { OrderAges } from '../../support/money/order-ages.js';
import { stopGatewayJobs } from '../../support/shop/checkouts.js';
import { givenProduct } from '../../support/shop/given.js';
import { TestBrowser } from '../../support/shop/people.js';
import { givenShop } from '../../support/shop/shop.js';

// To repeat a failure: HISTORY_SEED and HISTORY_STEPS as the failed test names them.
const seed = Number(process.env.HISTORY_SEED ?? randomInt(2 ** 31));
const length = Number(process.env.HISTORY_STEPS ?? 50);
const limit = 300_000 + length * 1_000;

/** The limit of a client's credit, in major units. */
const CREDIT = 500;
/** Steps between two checks of all stored data. */
const CHECKED_EVERY = 50;
/** Steps between two calls that lose their connections to the database, and the latest moment of that. */
const CUT_EVERY = 6;
const CUT_BEFORE_MS = 25;

const { one, two } = await givenTwoApps(UNLIMITED);
for (const app of [one, two]) stopGatewayJobs(app);

describe(`the ledger and an independent book (HISTORY_SEED=${seed} HISTORY_STEPS=${length})`, () => {
  const givenParty = async (): Promise<Party> => {
    const shop = await givenShop(one);
    const { id } = shop.client;
    await new Admin(one).credit.putTerms(id, { credit_limit: CREDIT });
    const member = await TestBrowser.ofMember(one, shop.client, 'member');
    return { shop, member, wallet: 0, debt: 0, limit: CREDIT * 100, items: [] };
  };

  it(
    'have the same balances after each step, in any order of steps',
    async () => {
      const { sku } = await givenProduct(one, { stock: 1_000_000 });
      const parties = [await givenParty(), await givenParty()];
      const desk = new MoneyDesk([one, two], parties, new MoneyBook());
      const orders = new OrderHistory(desk, sku, new OrderAges(one));
      const parts = [orders, new BankHistory(desk), new GatewayHistory(desk, one)];
      const history = drawHistory(
        parts.flatMap((part) => part.steps()),
        { seed, length },
      );
      for (const [index, { name, run }] of history.entries()) {
        if (index % CUT_EVERY === 0) desk.cutNext((seed + index * 7) % CUT_BEFORE_MS);
        try {
          await run();
          await compareWithBook(desk);
        } catch (error) {
          throw new Error(`step ${index}, ${name}: ${(error as Error).message}`, { cause: error });
        }
        if (index % CHECKED_EVERY === 0) await one.expectInvariants();
      }
      await one.expectInvariants();
      expect(desk.cuts.made).toBeGreaterThan(0);
    },
    limit,
  );
});
