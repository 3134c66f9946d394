import type { OrderRequest } from '../orders/placing/order-request.js';
import type { NewRefund } from '../orders/fulfillment/refunds.service.js';
import type { NewShipment } from '../orders/orders.repository.js';
import type { SubscriptionChange } from '../plans/plans.service.js';
import type { TaxParty } from '../clients/tax-party.js';
import { TRACKING_NUMBER } from '../orders/couriers/tracking-url.js';

const DAY_MS = 24 * 60 * 60 * 1000;

/** A step in the lifecycle of a demo order. A refund covers the remaining amount. */
export type DemoStep =
  | 'payFromWallet'
  | 'deliver'
  | 'return'
  | 'cancel'
  | { ship: NewShipment }
  | { close: string }
  | { refund: Omit<NewRefund, 'amountMinor' | 'reference'> };

/** Demo order and its steps after the client paid it by bank transfer: each at most once, with at most one shipment. */
export interface DemoOrder {
  request: OrderRequest & { storeOrderId: string };
  life: readonly DemoStep[];
}

/** Money that a client sent for several orders. */
interface DemoTransfer {
  reference: string;
  amountMinor: number;
  /** Store order ids of the paid orders. */
  pays: readonly string[];
}

export interface DemoClient {
  name: string;
  email: string;
  domain: string;
  taxParty: TaxParty;
  subscription: SubscriptionChange;
  orders: readonly DemoOrder[];
  transfer?: DemoTransfer;
  /** Amount paid out of the wallet at the end. */
  payout?: { reference: string; amountMinor: number; note: string };
  /** A correction of the wallet that waits for approval. */
  proposal?: { amountMinor: number; reason: string };
  /** True if the client also has a test token. */
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

const COURIER = 'BlueLine Express';
const TRACKING_PAGE = 'https://track.example.com/';

export const DEMO_COURIERS = [{ name: COURIER, urlTemplate: `${TRACKING_PAGE}${TRACKING_NUMBER}` }];

function shipmentOf(trackingNumber: string, items: NewShipment['items'] = null): NewShipment {
  return {
    courier: COURIER,
    trackingNumber,
    trackingUrl: `${TRACKING_PAGE}${trackingNumber}`,
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
    taxParty: {
      gstin: '29AAPFU0939F1ZR',
      sez: null,
      billing: {
        line1: '14, Lake View Road',
        line2: 'Indiranagar',
        place: 'Bengaluru',
        state: '29',
        pincode: '560038',
      },
    },
    subscription: { plan: 'silver', status: 'active' },
    hasTestToken: true,
    transfer: {
      reference: 'UTR-ASHA-2026-0117',
      amountMinor: 400_000,
      pays: ['ASHA-2041', 'ASHA-2042', 'ASHA-2043'],
    },
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
        life: [{ ship: shipmentOf('BL482913375IN') }, 'deliver'],
      },
      {
        request: {
          ...PUNE,
          items: [{ sku: 'KT-TWA-28', quantity: 2, variation: null }],
          storeOrderId: 'ASHA-2042',
          notes: 'Gift wrap, please leave out the invoice',
        },
        life: [{ ship: shipmentOf('BL482913402IN') }],
      },
      {
        request: {
          ...BENGALURU,
          items: [{ sku: 'KT-KDH-24', quantity: 1, variation: null }],
          storeOrderId: 'ASHA-2043',
          notes: null,
        },
        life: [],
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
    taxParty: {
      gstin: '27AANFA2641L1Z9',
      sez: null,
      billing: {
        line1: 'Shop 6, Sahyadri Market',
        line2: 'Karve Road',
        place: 'Pune',
        state: '27',
        pincode: '411004',
      },
    },
    subscription: { plan: 'gold', status: 'active' },
    transfer: {
      reference: 'UTR-KAVERI-2026-0118',
      amountMinor: 1_200_000,
      pays: ['KK-310', 'KK-312'],
    },
    payout: {
      reference: 'UTR-OUT-2026-0007',
      amountMinor: 200_000,
      note: 'Asked for part of the balance back',
    },
    proposal: { amountMinor: -1_180, reason: 'Bank charges of transfer UTR-KAVERI-2026-0118' },
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
        life: [{ ship: shipmentOf('BL482914118IN', [{ line: 1, quantity: 6 }]) }],
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
      {
        request: {
          ...BENGALURU,
          items: [
            { sku: 'ST-DBA-07', quantity: 5, variation: null },
            { sku: 'ST-TIF-03', quantity: 8, variation: null },
          ],
          storeOrderId: 'KK-312',
          notes: null,
        },
        life: [
          { ship: shipmentOf('BL482914203IN', [{ line: 1, quantity: 5 }]) },
          { close: 'The tiffin carriers were damaged in the warehouse' },
        ],
      },
      {
        request: {
          ...PUNE,
          items: [{ sku: 'ST-TIF-03', quantity: 2, variation: null }],
          storeOrderId: 'KK-313',
          notes: null,
        },
        life: [
          'payFromWallet',
          { ship: shipmentOf('BL482914257IN') },
          'return',
          {
            refund: {
              reason: 'The customer refused the delivery',
              restock: [{ line: 1, quantity: 2 }],
              isFinal: false,
            },
          },
        ],
      },
    ],
  },
  {
    name: 'Old Town Gifts',
    email: 'hello@oldtown-gifts.example',
    domain: 'oldtown-gifts.example',
    // Too small to be registered.
    taxParty: {
      gstin: null,
      sez: null,
      billing: {
        line1: '3, Clock Tower Lane',
        line2: null,
        place: 'Jodhpur',
        state: '08',
        pincode: '342001',
      },
    },
    subscription: {
      plan: 'silver',
      status: 'active',
      startsAt: new Date(Date.now() - 400 * DAY_MS),
      endsAt: new Date(Date.now() - 35 * DAY_MS),
    },
    orders: [],
  },
];

/** Money of one client above the limits, which finance has recorded and which waits for the owner. */
export const DEMO_WAITING = {
  client: 'Old Town Gifts',
  /** The first one is to be reversed. */
  received: [
    { source: 'other', reference: 'CHQ-000418', amountMinor: 6_250_000 },
    { source: 'bank', reference: 'UTR-OLDTOWN-2026-0119', amountMinor: 14_000_000 },
  ],
  reversal: 'The cheque bounced',
  cash: { source: 'cash', reference: 'CASH-2026-0042', amountMinor: 7_500_000 },
  transfer: { utr: 'HDFCN52026011900031', amountMinor: 5_240_000, sentOn: '2026-01-19' },
  payout: {
    reference: 'UTR-OUT-2026-0011',
    amountMinor: 6_000_000,
    note: 'The store closes for the season',
  },
  refund: { reference: 'RF-2026-0003', amountMinor: 5_500_000, reason: 'Paid twice' },
} as const;
