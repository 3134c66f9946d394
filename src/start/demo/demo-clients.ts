import type { TaxParty } from '../../clients/tax-party.js';
import type { Zone } from '../../orders/delivery-zones/zone-of.js';
import { TRACKING_NUMBER } from '../../fulfillment/shipping/tracking-url.js';
import type { SubscriptionChange } from '../../plans/plans.service.js';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Days for which the wholesaler has sold. */
export const DAYS_OF_HISTORY = 90;

/** A client of the demo, and how it buys. */
export interface DemoClient {
  name: string;
  email: string;
  domain: string;
  taxParty: TaxParty;
  subscription: SubscriptionChange;
  /** Orders on an ordinary day. */
  perDay: number;
  /** Days since its first and since its last order. */
  active: readonly [first: number, last: number];
  /** True if it buys on account and has stopped paying. */
  isOverdue: boolean;
}

export const DEMO_PLANS = [
  { code: 'silver', name: 'Silver', discountBp: 500 },
  { code: 'gold', name: 'Gold', discountBp: 1_000 },
];

const TRACKING_PAGE = 'https://track.example.com/';

export const DEMO_COURIERS = [
  { name: 'BlueLine Express', urlTemplate: `${TRACKING_PAGE}${TRACKING_NUMBER}` },
  { name: 'Sahyadri Surface', urlTemplate: `${TRACKING_PAGE}surface/${TRACKING_NUMBER}` },
];

/** All of India. The hills of the north-east cost more, and the islands are not served. */
export const DEMO_ZONES: readonly Zone[] = [
  { country: 'India', pincodePrefix: '', surchargeMinor: 0 },
  { country: 'India', pincodePrefix: '79', surchargeMinor: 12_000 },
  { country: 'India', pincodePrefix: '744', surchargeMinor: null },
];

/** Terms of the client that buys on account. */
export const DEMO_CREDIT = { limitMinor: 40_000_000, paymentDays: 30, overdueDays: 15 };

const ENDED_DAYS_AGO = 35;

/** Name, mailbox, plan, GSTIN (without one: too small to be registered), state, address, orders on an ordinary day. */
// Names of people and places: spelling: off
const CLIENTS = [
  'Asha Home Store|orders@asha-home.example|silver|29AAPFU0939F1ZR|29|14, Lake View Road|Indiranagar|Bengaluru|560038|1.5',
  'Kaveri Kitchenware|shop@kaveri-kitchen.example|gold|27AANFA2641L1Z9|27|Shop 6, Sahyadri Market|Karve Road|Pune|411004|1.3',
  'Old Town Gifts|hello@oldtown-gifts.example|silver||08|3, Clock Tower Lane||Jodhpur|342001|0.4',
  'Marina Living|orders@marina-living.example|gold|33AACCM4821K1ZL|33|22, Kutchery Road|Mylapore|Chennai|600004|1.1',
  'Jaipur Linen House|office@jaipur-linen.example|silver|08AAGFJ5530Q1ZV|08|41, Johari Bazaar||Jaipur|302003|0.7',
  'Konkan Pantry|hello@konkan-pantry.example|gold|30AAHCK7714D1ZX|30|7, Rua de Ourem|Fontainhas|Panaji|403001|0.8',
  'Himalaya Home|orders@himalaya-home.example|silver|05ABEFH2096M1Z4|05|118, Rajpur Road||Dehradun|248001|0.5',
  'Lakeside Offices|accounts@lakeside-offices.example|silver|23AAKFL3385C1ZH|23|9, Shyamla Hills||Bhopal|462002|0.5',
  'Charminar Crockery|sales@charminar-crockery.example|gold|36AABCC9142R1Z4|36|63, Lad Bazaar||Hyderabad|500002|0.9',
  'Brahmaputra Basket|team@brahmaputra-basket.example|silver||18|5, Uzan Bazar Riverside||Guwahati|781001|0.3',
];
// spelling: on

/** All are active except one whose subscription has ended; one is overdue. The first one also has a test token. */
export const DEMO_CLIENTS: readonly DemoClient[] = CLIENTS.map((row, index) => {
  const [
    name = '',
    email = '',
    plan = '',
    gstin = '',
    state = '',
    line1 = '',
    line2 = '',
    ...rest
  ] = row.split('|');
  const [place = '', pincode = '', perDay] = rest;
  const [hasEnded, isOverdue] = [index === 2, index === 7];
  const startsAt = new Date(Date.now() - 400 * DAY_MS);
  const endsAt = new Date(Date.now() - ENDED_DAYS_AGO * DAY_MS);
  return {
    name,
    email,
    domain: email.split('@')[1] ?? '',
    taxParty: {
      gstin: gstin === '' ? null : gstin,
      sez: null,
      billing: { line1, line2: line2 === '' ? null : line2, place, state, pincode },
    },
    subscription: { plan, status: 'active', startsAt, ...(hasEnded && { endsAt }) },
    perDay: Number(perDay),
    active: isOverdue
      ? [DAYS_OF_HISTORY, 38]
      : [DAYS_OF_HISTORY, hasEnded ? ENDED_DAYS_AGO + 1 : 0],
    isOverdue,
  };
});
