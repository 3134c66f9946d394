import { DeliveryFailuresService } from '../../../src/couriers/failures/delivery-failures.service.js';
import type { TestApp } from '../app.js';
import { Admin } from '../shop/admin.js';
import type { Shop } from '../shop/shop.js';
import { Deliveries } from './deliveries.js';

/** Deliveries of a shop that fail. */
export async function failedDeliveriesOf(app: TestApp, shop: Shop) {
  const admin = new Admin(app);
  const deliveries = await Deliveries.of(app, shop);
  const failuresOf = async (order: string, state?: string) => {
    const { data } = await admin.call('listDeliveryFailures', { ...(state && { state }) });
    return data.filter(({ order_number: number }) => number === order);
  };
  const givenFailed = async () => {
    const sent = await deliveries.givenSent();
    await deliveries.answers(sent, ['OFD', 3], ['FA', 2]);
    const [failure] = await failuresOf(sent.order);
    return { ...sent, failure: failure! };
  };
  const sendDue = () => app.service(DeliveryFailuresService).sendDue();
  return { deliveries, failuresOf, givenFailed, sendDue };
}
