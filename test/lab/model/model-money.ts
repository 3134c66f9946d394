import {
  amount,
  done,
  isPayable,
  refused,
  refusedFrom,
  settle,
  sum,
  totalOf,
  type Answer,
  type Client,
  type Model,
  type Order,
  type Payout,
  type Receipt,
} from './model.js';

// Money of clients, as the specification tells it; amounts are whole paise.

/** Records received money; `orders` are those that it is for. */
export function receive(
  { receipts }: Model,
  client: Client,
  reference: string,
  { paise, orders }: { paise: number; orders: readonly Order[] },
): Answer {
  const known = receipts.get(reference);
  if (known !== undefined) {
    const isSame = known.client === client && known.amount === paise;
    return isSame ? done(200, receiptBody(reference, known)) : refused(409, 'payment_recorded');
  }
  if (orders.some((order) => order.client !== client)) return refused(422, 'validation_failed');
  const paid: Order[] = [];
  let left = paise;
  for (const order of orders) {
    if (totalOf(order) > left) break;
    if (!isPayable(order)) continue;
    settle(order);
    order.payments.push({ method: 'bank', reference, outcome: 'applied' });
    left -= totalOf(order);
    paid.push(order);
  }
  client.wallet += left;
  const receipt = { client, amount: paise, order: null, paid, walletAfter: client.wallet };
  receipts.set(reference, receipt);
  return done(201, receiptBody(reference, receipt));
}

export function payFromWallet(order: Order, reference: string | null): Answer {
  const { client, payments } = order;
  const isKnown = payments.some((each) => each.method === 'wallet' && each.reference === reference);
  if (reference !== null && isKnown) return done(201);
  if (payments.some(({ outcome }) => outcome === 'applied')) {
    return refused(409, 'payment_recorded');
  }
  if (!isPayable(order)) return refusedFrom(order, 'pending');
  if (totalOf(order) > client.wallet) return tooLittle(client, totalOf(order));
  settle(order);
  client.wallet -= totalOf(order);
  payments.push({ method: 'wallet', reference, outcome: 'applied' });
  return done(201);
}

export function payOut({ payouts }: Model, client: Client, reference: string, paise: number) {
  const known = payouts.get(reference);
  if (known !== undefined) {
    const isSame = known.client === client && known.amount === paise;
    return isSame ? done(200, payoutBody(reference, known)) : refused(409, 'payout_recorded');
  }
  if (paise > client.wallet) return tooLittle(client, paise);
  client.wallet -= paise;
  const payout = { client, amount: paise, walletAfter: client.wallet };
  payouts.set(reference, payout);
  return done(201, payoutBody(reference, payout));
}

/** Approves a proposed correction. A negative one withdraws money. */
export function correct(client: Client, paise: number): Answer {
  if (client.wallet + paise < 0) return tooLittle(client, -paise);
  client.wallet += paise;
  return done(200, { data: { status: 'approved' } });
}

function receiptBody(reference: string, { amount: paise, paid, walletAfter }: Receipt) {
  return {
    data: {
      reference,
      amount: amount(paise),
      wallet_balance: amount(walletAfter),
      paid: paid.map(({ number }) => number),
      credited: amount(paise - sum(paid.map(totalOf))),
    },
  };
}

function payoutBody(reference: string, { amount: paise, walletAfter }: Payout) {
  return { data: { reference, amount: amount(paise), wallet_balance: amount(walletAfter) } };
}

function tooLittle({ wallet }: Client, paise: number): Answer {
  const details = { required: amount(paise), available: amount(wallet) };
  return refused(409, 'insufficient_balance', details);
}
