import type { Seeded } from './seeded.js';
import type { Rows } from './rows.js';

/** Accounts of the wholesaler, by kind. */
type SystemAccounts = Readonly<Record<'bank' | 'sales', number>>;

interface BookedClient {
  id: number;
  walletId: number;
  creditId: number | null;
  balanceMinor: number;
  creditUsedMinor: number;
}

interface BookedOrder {
  id: number;
  orderNumber: string;
  totalMinor: number;
}

/** A movement of a wallet; positive: into it. */
interface Movement {
  kind: 'receipt' | 'settle' | 'refund' | 'credit';
  key: string;
  account: number;
  amountMinor: number;
  orderId?: number;
  receiptId?: number;
  note?: string;
}

/** The money of the past, entry by entry in time order, as the ledger and the audit log keep it. */
export class PastBooks {
  private readonly clients = new Map<number, BookedClient>();

  constructor(
    private readonly rows: Rows,
    private readonly random: Seeded,
    private readonly accounts: SystemAccounts,
    private readonly actor: string,
  ) {}

  /** Opens a client's wallet and, if it has terms, its account for purchases on account. */
  open(
    clientId: number,
    credit: { limitMinor: number; paymentDays: number; overdueDays: number } | null,
    at: Date,
  ): void {
    const walletId = this.rows.nextId('ledger_accounts');
    const creditId = credit === null ? null : this.rows.nextId('ledger_accounts');
    this.clients.set(clientId, {
      id: clientId,
      walletId,
      creditId,
      balanceMinor: 0,
      creditUsedMinor: 0,
    });
    if (creditId === null) return;
    const { limitMinor, paymentDays, overdueDays } = credit!;
    const terms = { payment_days: paymentDays, overdue_days: overdueDays };
    this.rows.add('ledger_accounts', {
      id: creditId,
      kind: 'client_credit',
      client_id: null,
      owner_id: clientId,
      balance_minor: 0,
      credit_limit_minor: limitMinor,
      ...terms,
    });
    const after = { limit_minor: limitMinor, ...terms };
    this.audit('credit.terms_changed', `client ${clientId}`, at, { before: null, after });
  }

  /** Pays an order from the client's wallet. A transfer fills the wallet first if it lacks money. */
  pay(clientId: number, order: BookedOrder, at: Date): void {
    const client = this.get(clientId);
    const { orderNumber, totalMinor } = order;
    const before = client.balanceMinor;
    const isFilled = before < totalMinor;
    const receipt = isFilled ? this.receive(client, order, at) : null;
    this.settle(client, order, receipt?.receiptId, at);
    if (receipt === null) {
      this.auditPayment(order, at);
    } else {
      const paid = { paid: [orderNumber], orders: [orderNumber], credit_paid_minor: 0 };
      this.auditReceipt(clientId, { ...receipt, ...paid }, at);
    }
    this.auditWallet(client, before, isFilled ? 'receipt' : 'payment', at);
  }

  /** Buys an order on account. */
  draw(clientId: number, order: BookedOrder, dueAt: Date, at: Date): void {
    const client = this.get(clientId);
    const { id: orderId, totalMinor } = order;
    const before = client.creditUsedMinor;
    client.creditUsedMinor += totalMinor;
    this.post(client, at, {
      kind: 'credit',
      key: `credit:${orderId}`,
      account: client.creditId!,
      amountMinor: totalMinor,
      orderId,
    });
    this.settle(client, order, undefined, at);
    this.auditPayment(order, at);
    this.auditCredit(client, before, at);
    this.rows.add('credit_items', {
      order_id: orderId,
      client_id: clientId,
      amount_minor: totalMinor,
      paid_minor: 0,
      due_at: dueAt,
      reminded: 'overdue',
      created_at: at,
    });
  }

  /** Pays an order bought on account with a transfer of its amount. */
  payOnAccount(clientId: number, { id: orderId, totalMinor }: BookedOrder, at: Date): void {
    const client = this.get(clientId);
    const receiptId = this.addReceipt(client, totalMinor, at);
    const causeId = this.post(client, at, {
      kind: 'receipt',
      key: `receipt:${receiptId.receiptId}`,
      account: this.accounts.bank,
      amountMinor: totalMinor,
      receiptId: receiptId.receiptId,
    });
    this.post(client, at, {
      kind: 'credit',
      key: `credit-paid:${causeId}:${orderId}`,
      account: client.creditId!,
      amountMinor: -totalMinor,
      orderId,
      receiptId: receiptId.receiptId,
    });
    const before = client.creditUsedMinor;
    client.creditUsedMinor -= totalMinor;
    const item = this.rows.of('credit_items').find(({ order_id: id }) => id === orderId)!;
    Object.assign(item, { paid_minor: totalMinor, reminded: null });
    const paid = { paid: [], orders: [], credit_paid_minor: totalMinor };
    this.auditReceipt(clientId, { ...receiptId, ...paid }, at);
    this.auditCredit(client, before, at);
  }

  /** Gives money of an order back to the client's wallet. */
  refund(
    clientId: number,
    order: Pick<BookedOrder, 'id'>,
    { key, amountMinor, note }: { key: string; amountMinor: number; note: string },
    at: Date,
  ): void {
    const client = this.get(clientId);
    const before = client.balanceMinor;
    this.post(client, at, {
      kind: 'refund',
      key: `refund:${order.id}:${key}`,
      account: this.accounts.sales,
      amountMinor,
      orderId: order.id,
      note,
    });
    this.auditWallet(client, before, 'refund', at);
  }

  /** Adds the accounts with their final balances. */
  close(): void {
    for (const { id, walletId, creditId, balanceMinor, creditUsedMinor } of this.clients.values()) {
      this.rows.add('ledger_accounts', {
        id: walletId,
        kind: 'client_wallet',
        client_id: id,
        owner_id: null,
        balance_minor: balanceMinor,
        credit_limit_minor: null,
        payment_days: null,
        overdue_days: null,
      });
      const credit = this.rows.of('ledger_accounts').find((row) => row.id === creditId);
      if (credit !== undefined) credit.balance_minor = -creditUsedMinor;
    }
  }

  private get(clientId: number): BookedClient {
    return this.clients.get(clientId)!;
  }

  /** Records a transfer that pays an order, and some later ones. */
  private receive(client: BookedClient, { totalMinor }: BookedOrder, at: Date): ReceiptFacts {
    const wished = totalMinor * this.random.between(1, 6);
    const receipt = this.addReceipt(client, Math.ceil(wished / 100_000) * 100_000, at);
    const { receiptId, amountMinor } = receipt;
    this.post(client, at, {
      kind: 'receipt',
      key: `receipt:${receiptId}`,
      account: this.accounts.bank,
      amountMinor,
      receiptId,
    });
    return receipt;
  }

  private addReceipt({ id: clientId }: BookedClient, amountMinor: number, at: Date): ReceiptFacts {
    const receiptId = this.rows.nextId('receipts');
    const day = at.toISOString().slice(2, 10).replaceAll('-', '');
    const bank = this.random.pick(['HDFCN5', 'SBINR5', 'ICICN5', 'UTIBN5']);
    const reference = `${bank}${day}${this.random.text('0123456789', 8)}`;
    this.rows.add('receipts', {
      id: receiptId,
      client_id: clientId,
      source: 'bank',
      method: 'bank',
      reference,
      amount_minor: amountMinor,
      received_at: at,
      created_at: at,
    });
    return { receiptId, reference, amountMinor };
  }

  private settle(
    client: BookedClient,
    { id: orderId, orderNumber, totalMinor }: BookedOrder,
    receiptId: number | undefined,
    at: Date,
  ): void {
    this.post(client, at, {
      kind: 'settle',
      key: `settle:${orderId}`,
      account: this.accounts.sales,
      amountMinor: -totalMinor,
      orderId,
      ...(receiptId !== undefined && { receiptId }),
    });
    this.audit('order.paid', `order ${orderNumber}`, at, {
      before: { status: 'awaiting_payment', payment_status: 'unpaid' },
      after: { status: 'pending', payment_status: 'paid' },
    });
  }

  private post(
    client: BookedClient,
    at: Date,
    { kind, key, account, amountMinor, orderId, receiptId, note }: Movement,
  ): number {
    const id = this.rows.nextId('ledger_journals');
    client.balanceMinor += amountMinor;
    this.rows.add('ledger_journals', {
      id,
      kind,
      key,
      actor: this.actor,
      at,
      order_id: orderId ?? null,
      receipt_id: receiptId ?? null,
      note: note ?? null,
    });
    const posting = { journal_id: id, balance_after: null };
    this.rows.add('ledger_postings', {
      ...posting,
      line: 1,
      account_id: account,
      amount_minor: -amountMinor,
    });
    this.rows.add('ledger_postings', {
      ...posting,
      line: 2,
      account_id: client.walletId,
      amount_minor: amountMinor,
      balance_after: client.balanceMinor,
    });
    return id;
  }

  private auditPayment({ orderNumber, totalMinor }: BookedOrder, at: Date): void {
    const payment = { method: 'wallet', outcome: 'applied', reference: null };
    const after = { ...payment, amount_minor: totalMinor };
    this.audit('payment.recorded', `order ${orderNumber}`, at, { before: null, after });
  }

  private auditReceipt(
    clientId: number,
    { receiptId, reference, amountMinor, ...paid }: ReceiptFacts & { credit_paid_minor: number },
    at: Date,
  ): void {
    const money = { source: 'bank', reference, receipt_id: receiptId, amount_minor: amountMinor };
    const after = { ...money, ...paid, debt_paid_minor: 0 };
    this.audit('receipt.recorded', `client ${clientId}`, at, { before: null, after });
  }

  private auditWallet(client: BookedClient, before: number, reason: string, at: Date): void {
    const { id, balanceMinor } = client;
    if (balanceMinor === before) return;
    const action = balanceMinor > before ? 'wallet.credited' : 'wallet.debited';
    const after = { balance_minor: balanceMinor, reason };
    this.audit(action, `client ${id}`, at, { before: { balance_minor: before }, after });
  }

  private auditCredit({ id, creditUsedMinor }: BookedClient, before: number, at: Date): void {
    const action = creditUsedMinor > before ? 'credit.used' : 'credit.paid';
    const after = { credit_used_minor: creditUsedMinor };
    this.audit(action, `client ${id}`, at, { before: { credit_used_minor: before }, after });
  }

  private audit(
    action: string,
    subject: string,
    at: Date,
    change: { before: object | null; after: object | null },
  ): void {
    this.rows.add('audit_entries', { at, actor: this.actor, action, subject, ...change });
  }
}

interface ReceiptFacts {
  receiptId: number;
  reference: string;
  amountMinor: number;
}
