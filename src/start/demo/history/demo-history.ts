import type { INestApplicationContext } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { wholesalePriceMinor } from '../../../catalog/price.js';
import { ClientsService } from '../../../clients/clients.service.js';
import { ReturnPlaceService } from '../../../fulfillment/returns/place/return-place.service.js';
import { SETTINGS, type Settings } from '../../../platform/config/settings.js';
import { dateInShop, startOfDay } from '../../../platform/time-zone.js';
import { recipientOf } from '../../../tax/issuing/recipient.js';
import { TaxProfilesService } from '../../../tax/profile/tax-profiles.service.js';
import { TaxRatesService, type ProductTax } from '../../../tax/rates/tax-rates.service.js';
import { DEMO_CLIENTS, DEMO_COURIERS, DEMO_CREDIT, DEMO_PLANS } from '../demo-clients.js';
import { HistoryRepository, type SoldGoods } from './history.repository.js';
import { PastBooks } from './past-books.js';
import { PastDocuments } from './past-documents.js';
import { pastOrders, type Goods, type PastOrder, type Step } from './past-orders.js';
import { PastTrade, type StoredOrder, type TradingClient } from './past-trade.js';
import { Rows } from './rows.js';
import { Seeded } from './seeded.js';

const DAY_MS = 24 * 60 * 60 * 1000;
const SEED = 20;
/** Days up to which the overdue client still paid. What fell due later is unpaid. */
const PAID_UNTIL_DAYS = 29;

/** People who acted, as the audit log names them. */
export interface HistoryActors {
  finance: string;
  warehouse: string;
  support: string;
}

/** A step of an order, its placement, or the payment of an order bought on account. */
interface Happening {
  past: PastOrder;
  step: Step | 'place' | 'payOnAccount';
  at: Date;
}

/**
 * Adds the orders of the last 90 days with their payments, shipments, returns and documents, as the service would have stored
 * them. Rows are made in memory by time and inserted together, because thousands of calls would take minutes.
 *
 * @param clientIds ids of the demo's clients, in their order
 */
export async function addDemoHistory(
  app: INestApplicationContext,
  manager: EntityManager,
  clientIds: readonly number[],
  actors: HistoryActors,
): Promise<void> {
  const repository = new HistoryRepository(manager);
  const random = new Seeded(SEED);
  const [{ now }] = await manager.query<[{ now: Date }]>('SELECT clock_timestamp() AS now');
  const goods = await repository.listGoods();
  const pricesOf = new Map(
    DEMO_PLANS.map(({ code, discountBp }) => [code, priced(goods, code, discountBp)]),
  );
  const planIds = await repository.planIds();
  const clients = DEMO_CLIENTS.map(({ subscription: { plan }, domain }, index): TradingClient => {
    const prefix = domain.slice(0, domain.search(/[-.]/)).toUpperCase();
    return { id: clientIds[index]!, planId: planIds.get(plan)!, prefix };
  });
  const orders = pastOrders(
    random,
    DEMO_CLIENTS,
    (client) => pricesOf.get(DEMO_CLIENTS[client]!.subscription.plan)!,
    now,
  );
  const rows = await Rows.begin(manager);
  const books = new PastBooks(rows, random, await repository.systemAccounts(), actors.finance);
  const before = new Date(now.getTime() - 92 * DAY_MS);
  for (const [index, { isOverdue }] of DEMO_CLIENTS.entries()) {
    books.open(clients[index]!.id, isOverdue ? DEMO_CREDIT : null, before);
  }
  const trade = new PastTrade({
    rows,
    random,
    books,
    actors,
    couriers: DEMO_COURIERS,
    returnAddress: await app.get(ReturnPlaceService).find(manager),
    documents: await documentsOf(app, manager, rows, { clientIds, goods, now }),
    currency: app.get<Settings>(SETTINGS).currency,
  });
  const stored = new Map<PastOrder, StoredOrder>();
  for (const { past, step, at } of happenings(orders, now)) {
    if (step === 'place') {
      stored.set(past, trade.place(past, clients[past.client]!));
      continue;
    }
    const order = stored.get(past)!;
    if (step === 'payOnAccount') {
      books.payOnAccount(order.client.id, order, at);
      continue;
    }
    if (step === 'pay' && DEMO_CLIENTS[past.client]!.isOverdue) {
      books.draw(order.client.id, order, dueAt(at), at);
    } else if (step === 'pay') books.pay(order.client.id, order, at);
    trade.take(order, step, at);
  }
  books.close();
  await repository.store(rows, before);
}

/** Lists everything that happened, by time. */
function happenings(orders: readonly PastOrder[], now: Date): Happening[] {
  return orders
    .flatMap((past): Happening[] => {
      const paid = past.steps.find(({ step }) => step === 'pay');
      const due = DEMO_CLIENTS[past.client]!.isOverdue && paid ? dueAt(paid.at) : null;
      const isPaid = due !== null && due.getTime() < now.getTime() - PAID_UNTIL_DAYS * DAY_MS;
      return [
        { past, step: 'place', at: past.placedAt },
        ...past.steps.map(({ step, at }) => ({ past, step, at })),
        ...(isPaid
          ? [{ past, step: 'payOnAccount' as const, at: new Date(due.getTime() - DAY_MS) }]
          : []),
      ];
    })
    .sort((a, b) => a.at.getTime() - b.at.getTime());
}

/** Computes the end of the due day of a purchase on account. */
function dueAt(at: Date): Date {
  const midnight = startOfDay(dateInShop(at));
  return new Date(midnight.getTime() + (DEMO_CREDIT.paymentDays + 1) * DAY_MS);
}

function priced(goods: readonly SoldGoods[], plan: string, discountBp: number): Goods[] {
  return goods.flatMap(({ basePriceMinor, planPricesMinor, ...one }) => {
    const ownPriceMinor = planPricesMinor[plan] ?? null;
    const unitPriceMinor = wholesalePriceMinor({ basePriceMinor, ownPriceMinor, discountBp });
    return unitPriceMinor === null ? [] : [{ ...one, unitPriceMinor }];
  });
}

/** Makes the documents of the past; null if amounts are not in rupees. */
async function documentsOf(
  app: INestApplicationContext,
  manager: EntityManager,
  rows: Rows,
  {
    clientIds,
    goods,
    now,
  }: { clientIds: readonly number[]; goods: readonly SoldGoods[]; now: Date },
): Promise<ConstructorParameters<typeof PastTrade>[0]['documents']> {
  const today = dateInShop(now);
  const profile = await app.get(TaxProfilesService).find(manager, today);
  if (profile === null) return null;
  const found = await app.get(ClientsService).findClients(manager, clientIds);
  const recipients = new Map(found.map((client) => [client.id, recipientOf(client)]));
  const sold = goods.map(({ productId, basePriceMinor }) => ({
    productId,
    unitPriceMinor: basePriceMinor ?? 0,
  }));
  const taxes = await app.get(TaxRatesService).ratesOn(manager, today, sold);
  const taxOf = new Map<number, ProductTax>(
    sold.map(({ productId }, index) => [productId, taxes[index]!]),
  );
  const documents = new PastDocuments(rows, profile.seriesPrefix);
  return {
    invoice({ past, client, row, orderNumber }, shipmentId, lines, at) {
      const { address, city, state, pincode } = past.shipping;
      const shipTo = { name: past.customer.name, address, city, state, pincode, country: 'India' };
      const order = { orderNumber, storeOrderId: row.store_order_id, clientId: client.id };
      documents.invoice(
        { ...order, shipmentId, deliveryMinor: Number(row.delivery_minor), shipTo, lines },
        {
          profile,
          recipient: recipients.get(client.id)!,
          rates: lines.map(({ productId }) => taxOf.get(productId)!),
        },
        at,
      );
    },
    credit(order, reason, at) {
      documents.credit(order, reason, at);
    },
  };
}
