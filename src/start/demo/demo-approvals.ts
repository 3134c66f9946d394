import type { INestApplicationContext } from '@nestjs/common';
import { actorOf } from '../../platform/audit/actor.js';
import { UsersService } from '../../identity/users/users.service.js';
import { ClientAdministrationService } from '../../dashboard/clients/client-administration.service.js';
import { PayoutKind } from '../../money/approvals/kinds/payout.kind.js';
import { ReceiptKind } from '../../money/approvals/kinds/receipt.kind.js';
import { RefundKind } from '../../money/approvals/kinds/refund.kind.js';
import { ReversalKind } from '../../money/approvals/kinds/reversal.kind.js';
import { TransferKind } from '../../money/approvals/kinds/transfer.kind.js';
import { BankTransfersService } from '../../money/bank-transfers/bank-transfers.service.js';
import { CheckoutsService } from '../../money/gateway/checkouts/checkouts.service.js';
import { IntentChecksService } from '../../money/gateway/checkouts/intent-checks.service.js';
import { PAYMENT_GATEWAY, type PaymentGateway } from '../../money/gateway/payment-gateway.js';
import { ReceiptsService } from '../../money/receipts/receipts.service.js';
import { runAs } from '../../platform/http/request-context.js';
import { AdjustmentsService } from '../../money/wallets/adjustments/adjustments.service.js';
import { dateInShop } from '../../platform/time-zone.js';
import { FINANCE_EMAIL } from './demo-users.js';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Money of one client above the limits. Finance has recorded it, and it waits for the owner. */
const DEMO_WAITING = {
  client: 'Old Town Gifts',
  /** The first one will be reversed. */
  received: [
    { source: 'other', reference: 'CHQ-000418', amountMinor: 6_250_000 },
    { source: 'bank', reference: 'UTR-OLDTOWN-0119', amountMinor: 14_000_000 },
  ],
  reversal: 'The cheque bounced',
  cash: { source: 'cash', reference: 'CASH-0042', amountMinor: 7_500_000 },
  transfer: { utr: 'HDFCN50000031190', amountMinor: 5_240_000 },
  payout: { reference: 'UTR-OUT-0011', amountMinor: 6_000_000, note: 'The store closes' },
  refund: { reference: 'RF-0003', amountMinor: 5_500_000, reason: 'Paid twice' },
  correction: { amountMinor: -1_180, reason: 'Bank charges of transfer UTR-OLDTOWN-0119' },
} as const;

/** A part of a list that contains the demo's client and its person. */
const FIRST = { afterId: 0, limit: 100 };

/**
 * Proposes one entry of each kind as finance, so that they wait for the owner. References prevent a repetition, so that an
 * interrupted start can be resumed.
 */
export async function proposeDemoEntries(app: INestApplicationContext): Promise<void> {
  const clients = await app.get(ClientAdministrationService).listClients({}, FIRST);
  const people = await app.get(UsersService).listOperators(FIRST);
  const client = clients.rows.find(({ name }) => name === DEMO_WAITING.client);
  const finance = people.rows.find(({ email }) => email === FINANCE_EMAIL);
  if (client === undefined || finance === undefined) return;
  const receipts = app.get(ReceiptsService);
  const ids: number[] = [];
  for (const money of DEMO_WAITING.received) {
    const receipt = { ...money, clientId: client.id, receivedAt: null, orderNumbers: [] };
    ids.push((await receipts.record(receipt, 'unkeyed')).id);
  }
  const sentOn = dateInShop(new Date(Date.now() - DAY_MS));
  const claim = { ...DEMO_WAITING.transfer, sentOn, clientId: client.id, orderNumbers: [] };
  const transfer = await app.get(BankTransfersService).claim(claim, 'unkeyed');
  const paidOnline = await payOnline(app, client.id);
  const adjustments = app.get(AdjustmentsService);
  const proposed = await adjustments.list({ clientId: client.id }, { beforeId: null, limit: 1 });
  if (proposed.rows.length === 0) {
    const correction = { clientId: client.id, reference: null, ...DEMO_WAITING.correction };
    await adjustments.propose(correction, 'unkeyed');
  }
  await runAs(actorOf(finance), async () => {
    await proposeMoneyIn(app, client.id, transfer.id);
    const payout = { ...DEMO_WAITING.payout, clientId: client.id };
    await app.get(PayoutKind).payOut(payout, 'unkeyed');
    await app.get(ReversalKind).reverse(ids[0]!, DEMO_WAITING.reversal, 'unkeyed');
    if (paidOnline === null) return;
    const refund = { ...DEMO_WAITING.refund, receiptId: paidOnline };
    await app.get(RefundKind).request(refund, 'unkeyed');
  });
}

async function proposeMoneyIn(
  app: INestApplicationContext,
  clientId: number,
  transferId: number,
): Promise<void> {
  const cash = { ...DEMO_WAITING.cash, clientId, receivedAt: null, orderNumbers: [] };
  await app.get(ReceiptKind).record(cash, 'unkeyed');
  await app.get(TransferKind).confirmAll([transferId]);
}

/** Pays an amount at the sandbox, and returns the receipt; null without the sandbox. */
async function payOnline(app: INestApplicationContext, clientId: number): Promise<number | null> {
  const gateway = app.get<PaymentGateway | null>(PAYMENT_GATEWAY);
  if (gateway?.kind !== 'sandbox') return null;
  const receipts = app.get(ReceiptsService);
  const filter = { clientId, source: 'gateway' } as const;
  const page = { beforeId: null, limit: 1 };
  const [known] = (await receipts.list(filter, page)).rows;
  if (known !== undefined) return known.id;
  const { amountMinor } = DEMO_WAITING.refund;
  const { intent } = await app.get(CheckoutsService).open(clientId, { amountMinor });
  const { SandboxService } = await import('../../money/gateway/sandbox/sandbox.service.js');
  const sandbox = app.get(SandboxService);
  const order = await sandbox.findOrder(intent.gatewayOrderId ?? '');
  if (order === null) return null;
  await sandbox.pay(order, 'upi', 'success');
  await app.get(IntentChecksService).check(intent.id, 'return');
  const [paid] = (await receipts.list(filter, page)).rows;
  return paid?.id ?? null;
}
