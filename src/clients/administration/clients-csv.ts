import { amountCsv } from '../../platform/csv/csv-response.js';
import { toMajorUnits } from '../../platform/money.js';
import type { ClientRecord } from './client-administration.service.js';

/** A file of clients with a row of names, page by page. */
export async function* clientsCsv(
  pages: AsyncIterable<readonly ClientRecord[]>,
  { hasAmounts }: { hasAmounts: boolean },
): AsyncGenerator<string, void> {
  const columns = ['id', 'name', 'email', 'gstin', 'billing_address', 'plan', 'subscription'];
  const rest = ['gives_access', 'ends_at', 'created_at'];
  yield amountCsv([[...columns, ...rest, ...(hasAmounts ? ['wallet_balance'] : [])]]);
  for await (const page of pages) {
    if (page.length > 0) yield amountCsv(page.map((client) => cellsOf(client, hasAmounts)));
  }
}

function cellsOf(client: ClientRecord, hasAmounts: boolean): string[] {
  const { subscription } = client;
  const endsAtMs = subscription?.endsAtMs ?? null;
  return [
    String(client.id),
    client.name,
    client.email,
    client.gstin ?? '',
    client.billingAddress ?? '',
    subscription?.planCode ?? '',
    subscription?.status ?? '',
    String(subscription?.isLive ?? false),
    endsAtMs === null ? '' : new Date(endsAtMs).toISOString(),
    client.createdAt.toISOString(),
    ...(hasAmounts ? [toMajorUnits(client.walletBalanceMinor).toFixed(2)] : []),
  ];
}
