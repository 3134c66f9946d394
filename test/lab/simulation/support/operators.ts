import { RefundsService } from '../../../../src/fulfillment/refunds/refunds.service.js';
import { ShippingService } from '../../../../src/fulfillment/shipping/shipping.service.js';
import { ProductAdministrationService } from '../../../../src/dashboard/products/product-administration.service.js';
import { OrderPaymentsService } from '../../../../src/money/order-payments/order-payments.service.js';
import { OrderLifecycleService } from '../../../../src/orders/lifecycle/order-lifecycle.service.js';
import { OrderExpiryJob } from '../../../../src/orders/expiry/order-expiry.job.js';
import { pruneChanges } from '../../../../src/platform/live-cache/change-log.js';
import {
  ChangePositions,
  type Numbered,
} from '../../../../src/platform/live-cache/change-positions.js';
import { StockService } from '../../../../src/stock/stock.service.js';
import type { SimulatedInstance } from './instance.js';
import type { Observer, StoredOrder } from './observer.js';

/** Step of an operator that advances an order. */
type OrderStep = (instance: SimulatedInstance, orderNumber: string) => Promise<unknown>;

const pay: OrderStep = (instance, number) =>
  instance
    .service(OrderPaymentsService)
    .pay(number, { method: 'bank', word: 'bank', reference: `for ${number}` }, 'unkeyed');

const ship: OrderStep = (instance, number) => {
  const sent = { courier: 'Delhivery', trackingNumber: `AWB1 ${number}`, trackingUrl: null };
  const shipment = { ...sent, shippedAt: null, items: null };
  return instance.service(ShippingService).ship(number, shipment, 'unkeyed');
};

const deliver: OrderStep = (instance, number) =>
  instance.service(OrderLifecycleService).recordStep(number, 'deliver');

const takeBack: OrderStep = (instance, number) =>
  instance.service(OrderLifecycleService).recordStep(number, 'return');

const refund: OrderStep = (instance, number) =>
  instance
    .service(RefundsService)
    .refund(
      number,
      {
        amountMinor: null,
        deliveryMinor: 0,
        reason: 'damaged',
        reference: null,
        isFinal: false,
        restock: [{ line: 1, quantity: 1 }],
        mayInspect: true,
      },
      'unkeyed',
    );

const NEXT_OF: Readonly<Partial<Record<string, OrderStep>>> = {
  awaiting_payment: pay,
  paid: ship,
  shipped: deliver,
  delivered: takeBack,
  returned: refund,
};

/** Begins a request to an instance. Calls of one lane run one after another. */
type Call = (
  instance: SimulatedInstance,
  what: string,
  lane: string,
  work: () => Promise<unknown>,
) => Promise<void>;

/** Requests of operators, and of jobs. */
export class Operators {
  private earlier: Numbered | null = null;

  constructor(
    private readonly observer: Observer,
    private readonly call: Call,
    private readonly nextNumber: () => number,
  ) {}

  async changePrice(instance: SimulatedInstance, sku: string): Promise<void> {
    const basePriceMinor = this.nextNumber() * 10_000;
    await this.call(instance, `an operator prices ${sku} at ${basePriceMinor / 100}`, '', () =>
      instance.service(ProductAdministrationService).changeProduct(sku, { basePriceMinor }),
    );
  }

  async adjustStock(instance: SimulatedInstance, sku: string): Promise<void> {
    const change = { delta: 1, reason: 'found', variationKey: null };
    await this.call(instance, `an operator adds a unit of ${sku}`, '', () =>
      instance.service(StockService).adjust(sku, change, 'unkeyed'),
    );
  }

  /** Cancels an order, or is refused because it is already canceled. */
  async cancel(instance: SimulatedInstance, index: number): Promise<void> {
    const order = this.storedOrder(index);
    if (order === undefined) return;
    await this.call(instance, `an operator cancels ${order.storeOrderId}`, '', () =>
      instance.service(OrderLifecycleService).cancel(order.number, {}, 'unkeyed'),
    );
  }

  /** Advances an order by the next step of its status, from the payment to the refund. */
  async advance(instance: SimulatedInstance, index: number): Promise<void> {
    const order = this.storedOrder(index);
    const next = order && NEXT_OF[order.status];
    if (next === undefined) return;
    await this.call(instance, `an operator: ${next.name} ${order!.storeOrderId}`, '', () =>
      next(instance, order!.number),
    );
  }

  /** Expires unpaid orders, as the job does. None is old enough. */
  async expire(instance: SimulatedInstance): Promise<void> {
    await this.call(instance, 'unpaid orders are expired', 'expire', () =>
      (instance.service(OrderExpiryJob) as unknown as { run: () => Promise<void> }).run(),
    );
  }

  /** Prunes the change log now, as its job does. */
  async prune(instance: SimulatedInstance): Promise<void> {
    await this.call(instance, 'the change log is pruned', 'prune', async () => {
      if (this.earlier !== null) await pruneChanges(instance.dataSource, this.earlier);
      this.earlier = await instance.service(ChangePositions).number();
    });
  }

  private storedOrder(index: number): StoredOrder | undefined {
    const orders = [...this.observer.orders.values()];
    return orders[index % orders.length];
  }
}
