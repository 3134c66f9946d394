/** An order bought on account: its number among the orders, and the unpaid rest. */
interface OpenItem {
  place: number;
  left: number;
  /** How often time has passed since it was bought; 0: it is not overdue. */
  aged: number;
}

/** The money of a client; whole paise. */
export interface ClientMoney {
  wallet: number;
  debt: number;
  readonly limit: number;
  items: OpenItem[];
}

/** Accounts of the wholesaler. Positive if it has or has paid the money, negative if it was paid or the money waits. */
export type Account =
  | ('bank' | 'cash' | 'gateway' | 'sales' | 'adjustments' | 'suspense' | 'tax_receivable')
  | ('bank_charges' | 'gateway_fees' | 'gateway_tax');

/** An independent book. It implements each rule about money itself, and never asks the service. */
export class MoneyBook {
  readonly accounts = new Map<Account, number>();

  move(account: Account, paise: number): void {
    this.accounts.set(account, (this.accounts.get(account) ?? 0) + paise);
  }

  /** Adds money from an account to a wallet. It pays the debt first, then the orders bought on account. */
  credit(client: ClientMoney, paise: number, from: Account): void {
    this.move(from, paise);
    client.wallet += this.payItems(client, this.payDebt(client, paise));
  }

  payDebt(client: ClientMoney, paise: number): number {
    const paid = Math.min(client.debt, paise);
    client.debt -= paid;
    return paise - paid;
  }

  /** Pays orders bought on account by their due dates: the longest overdue first, then in the order of their placement. */
  payItems(client: ClientMoney, paise: number): number {
    let left = paise;
    for (const item of client.items.toSorted(byDueDate)) {
      const paid = Math.min(item.left, left);
      item.left -= paid;
      left -= paid;
    }
    client.items = client.items.filter((item) => item.left > 0);
    return left;
  }

  /** Moves money from a wallet to an account. @returns false if the wallet has too little */
  debit(client: ClientMoney, paise: number, to: Account): boolean {
    if (client.wallet < paise) return false;
    client.wallet -= paise;
    this.move(to, -paise);
    return true;
  }

  /** Pays an order. The missing amount is bought on account. @returns false if the credit is not enough */
  debitOnAccount(client: ClientMoney, paise: number, place: number): boolean {
    const missing = Math.max(0, paise - client.wallet);
    const isOwing = client.debt > 0 || overdueOf(client) > 0;
    const isRefused = isOwing || usedOf(client) + missing > client.limit;
    if (missing > 0 && isRefused) return false;
    if (missing > 0) client.items.push({ place, left: missing, aged: 0 });
    client.wallet -= paise - missing;
    this.move('sales', -paise);
    return true;
  }

  /** Takes back money that the client is no longer entitled to. The amount that the wallet lacks becomes debt. */
  takeBack(client: ClientMoney, paise: number, to: Account): void {
    const taken = Math.min(client.wallet, paise);
    client.wallet -= taken;
    client.debt += paise - taken;
    this.move(to, -paise);
  }
}

function byDueDate(one: OpenItem, other: OpenItem): number {
  return other.aged - one.aged || one.place - other.place;
}

export function usedOf({ items }: Pick<ClientMoney, 'items'>): number {
  return items.reduce((sum, { left }) => sum + left, 0);
}

export function overdueOf({ items }: ClientMoney): number {
  return usedOf({ items: items.filter(({ aged }) => aged > 0) });
}
