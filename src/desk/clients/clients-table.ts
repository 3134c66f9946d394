import {
  id,
  time,
  summed,
  text,
  type Column,
  type Table,
} from '../../platform/table-export/table.js';
import type { ClientRecord } from './client-administration.service.js';

const AMOUNTS: readonly Column<ClientRecord>[] = [
  summed('wallet_balance', ({ balances }) => balances.walletMinor),
  summed('debt', ({ balances }) => balances.debtMinor),
  summed('credit_used', ({ balances }) => balances.creditUsedMinor),
];

/** Returns clients as a table. */
export function clientsTable(
  pages: AsyncIterable<readonly ClientRecord[]>,
  { hasAmounts }: { hasAmounts: boolean },
): Table<ClientRecord> {
  return {
    pages,
    columns: [
      id('id', (client) => client.id),
      text('name', (client) => client.name),
      text('email', (client) => client.email),
      text('gstin', (client) => client.gstin),
      text('billing_address', (client) => client.billingAddress),
      text('billing_line1', (client) => client.billingLine1),
      text('billing_line2', (client) => client.billingLine2),
      text('billing_place', (client) => client.billingPlace),
      text('billing_state', (client) => client.billingState),
      text('billing_pincode', (client) => client.billingPincode),
      text('sez', (client) => client.sez),
      text('plan', ({ subscription }) => subscription?.planCode ?? null),
      text('subscription', ({ subscription }) => subscription?.status ?? null),
      text('gives_access', ({ subscription }) => String(subscription?.isLive ?? false)),
      time('ends_at', ({ subscription }) => dateOf(subscription?.endsAtMs ?? null)),
      time('created_at', (client) => client.createdAt),
      ...(hasAmounts ? AMOUNTS : []),
    ],
  };
}

function dateOf(ms: number | null): Date | null {
  return ms === null ? null : new Date(ms);
}
