import { amountCsv, csvParts } from '../platform/csv/csv-response.js';
import { toDecimalText } from '../platform/money.js';
import type { ClientRecord } from './client-administration.service.js';

const ADDRESS = [
  ...['billing_address', 'billing_line1', 'billing_line2', 'billing_place', 'billing_state'],
  ...['billing_pincode', 'sez'],
];
const AMOUNTS = ['wallet_balance', 'debt', 'credit_used'];

/** Returns clients as a CSV file. */
export function clientsCsv(
  pages: AsyncIterable<readonly ClientRecord[]>,
  { hasAmounts }: { hasAmounts: boolean },
): AsyncIterable<string> {
  const columns = ['id', 'name', 'email', 'gstin', ...ADDRESS, 'plan', 'subscription'];
  const rest = ['gives_access', 'ends_at', 'created_at', ...(hasAmounts ? AMOUNTS : [])];
  const cells = (client: ClientRecord): string[] => cellsOf(client, hasAmounts);
  return csvParts([...columns, ...rest], pages, cells, amountCsv);
}

function cellsOf(client: ClientRecord, hasAmounts: boolean): string[] {
  const { subscription } = client;
  const { walletMinor, debtMinor, creditUsedMinor } = client.balances;
  const endsAtMs = subscription?.endsAtMs ?? null;
  return [
    String(client.id),
    client.name,
    client.email,
    client.gstin ?? '',
    client.billingAddress ?? '',
    client.billingLine1 ?? '',
    client.billingLine2 ?? '',
    client.billingPlace ?? '',
    client.billingState ?? '',
    client.billingPincode ?? '',
    client.sez ?? '',
    subscription?.planCode ?? '',
    subscription?.status ?? '',
    String(subscription?.isLive ?? false),
    endsAtMs === null ? '' : new Date(endsAtMs).toISOString(),
    client.createdAt.toISOString(),
    ...(hasAmounts ? [walletMinor, debtMinor, creditUsedMinor].map(toDecimalText) : []),
  ];
}
