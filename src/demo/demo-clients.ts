import type { OrderRequest } from '../orders/placing/order-request.js';
import type { NewShipment } from '../orders/orders.repository.js';
import type { SubscriptionChange } from '../plans/plans.service.js';

const DAY_MS = 24 * 60 * 60 * 1000;

/** What operators do with an order of the demo. */
export type DemoStep = 'pay' | 'deliver' | 'cancel' | { ship: NewShipment };

/** An order of the demo, and what happens to it after placement: each step at most once, with at most one shipment. */
export interface DemoOrder {
  request: OrderRequest & { storeOrderId: string };
  life: readonly DemoStep[];
}

export interface DemoClient {
  name: string;
  email: string;
  domain: string;
  subscription: SubscriptionChange;
  orders: readonly DemoOrder[];
  /** Whether it also has a test token. */
  hasTestToken?: boolean;
}

export const DEMO_PLANS = [
  { code: 'silver', name: 'Silver', discountBp: 500 },
  { code: 'gold', name: 'Gold', discountBp: 1_000 },
];

const BENGALURU = {
  customer: { name: 'Meera Nair', phone: '+91 98450 12345', email: 'meera.nair@example.com' },
  shipping: {
    address: '27, 4th Cross, Indiranagar',
    city: 'Bengaluru',
    state: 'Karnataka',
    pincode: '560038',
    country: 'India',
  },
};
const PUNE = {
  customer: { name: 'Rohan Kulkarni', phone: '020 2567 8899', email: null },
  shipping: {
    address: 'Flat 12, Sahyadri Apartments\nKarve Road',
    city: 'Pune',
    state: 'Maharashtra',
    pincode: '411004',
    country: 'India',
  },
};

function shipmentOf(trackingNumber: string, items: NewShipment['items'] = null): NewShipment {
  return {
    courier: 'BlueLine Express',
    trackingNumber,
    trackingUrl: `https://track.example.com/${trackingNumber}`,
    shippedAt: null,
    items,
  };
}

/** One active, one on the other plan, one whose subscription has ended. */
export const DEMO_CLIENTS: readonly DemoClient[] = [
  {
    name: 'Asha Home Store',
    email: 'orders@asha-home.example',
    domain: 'asha-home.example',
    subscription: { plan: 'silver', status: 'active' },
    hasTestToken: true,
    orders: [
      {
        request: {
          ...BENGALURU,
          items: [
            { sku: 'KT-KDH-24', quantity: 2, variation: null },
            { sku: 'KT-TWA-28', quantity: 1, variation: null },
          ],
          storeOrderId: 'ASHA-2041',
          notes: null,
        },
        life: ['pay', { ship: shipmentOf('BL482913375IN') }, 'deliver'],
      },
      {
        request: {
          ...PUNE,
          items: [{ sku: 'KT-TWA-28', quantity: 2, variation: null }],
          storeOrderId: 'ASHA-2042',
          notes: 'Gift wrap, please leave out the invoice',
        },
        life: ['pay', { ship: shipmentOf('BL482913402IN') }],
      },
      {
        request: {
          ...BENGALURU,
          items: [{ sku: 'KT-KDH-24', quantity: 1, variation: null }],
          storeOrderId: 'ASHA-2043',
          notes: null,
        },
        life: ['pay'],
      },
      {
        request: {
          ...PUNE,
          items: [{ sku: 'KT-KDH-24', quantity: 4, variation: null }],
          storeOrderId: 'ASHA-2044',
          notes: null,
        },
        life: [],
      },
    ],
  },
  {
    name: 'Kaveri Kitchenware',
    email: 'shop@kaveri-kitchen.example',
    domain: 'kaveri-kitchen.example',
    subscription: { plan: 'gold', status: 'active' },
    orders: [
      {
        request: {
          ...BENGALURU,
          items: [
            { sku: 'KT-KDH-24', quantity: 6, variation: null },
            { sku: 'KT-TWA-28', quantity: 3, variation: null },
          ],
          storeOrderId: 'KK-310',
          notes: null,
        },
        life: ['pay', { ship: shipmentOf('BL482914118IN', [{ line: 1, quantity: 6 }]) }],
      },
      {
        request: {
          ...PUNE,
          items: [{ sku: 'KT-TWA-28', quantity: 1, variation: null }],
          storeOrderId: 'KK-311',
          notes: null,
        },
        life: ['cancel'],
      },
    ],
  },
  {
    name: 'Old Town Gifts',
    email: 'hello@oldtown-gifts.example',
    domain: 'oldtown-gifts.example',
    subscription: {
      plan: 'silver',
      status: 'active',
      startsAt: new Date(Date.now() - 400 * DAY_MS),
      endsAt: new Date(Date.now() - 35 * DAY_MS),
    },
    orders: [],
  },
];
