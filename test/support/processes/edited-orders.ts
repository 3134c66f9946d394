import fc from 'fast-check';
import { orderBody } from '../shop/given.js';
import type { ClientError } from './client-program.js';

const EDITS = ['phone', 'address', 'notes', 'items'] as const;
type Edit = (typeof EDITS)[number] | 'invalid';

/** A store's crash while it placed an order, and the customer's edits before the store sent the order again. */
export interface Crash {
  /** True if the service placed the order, and only its answer was lost. */
  hasArrived: boolean;
  edits: readonly Edit[];
}

const crash: fc.Arbitrary<Crash> = fc.record({
  hasArrived: fc.oneof({ weight: 3, arbitrary: fc.constant(true) }, fc.constant(false)),
  edits: fc.subarray([...EDITS]),
});

/** Draws crashes that are the same in each run: one of each edit that arrived, and others at random. */
export function drawCrashes(seed: number, count: number): Crash[] {
  const each = EDITS.map((edit) => ({ hasArrived: true, edits: [edit] }));
  return [...each, ...fc.sample(crash, { seed, numRuns: count })];
}

/** An order's body before and after the edits of a customer. */
export interface EditedOrder {
  first: Record<string, unknown>;
  wanted: Record<string, unknown>;
}

export function givenEditedOrder(sku: string, storeOrderId: string, { edits }: Crash): EditedOrder {
  const first = orderBody({ sku, quantity: 1 }, { store_order_id: storeOrderId });
  const wanted = edits.reduce((body, edit) => ({ ...body, ...partOf(edit, body) }), first);
  return { first, wanted };
}

function partOf(edit: Edit, { customer, shipping, items }: Record<string, unknown>): object {
  switch (edit) {
    case 'phone':
      return { customer: { ...(customer as object), phone: '98765 43299' } };
    case 'invalid':
      return { customer: { ...(customer as object), phone: '12' } };
    case 'address':
      return { shipping: { ...(shipping as object), address: '5, Park Street' } };
    case 'notes':
      return { notes: 'Ring twice' };
    case 'items':
      return { items: (items as object[]).map((item) => ({ ...item, quantity: 2 })) };
  }
}

/** Error of a client, with the fields that a store needs to continue. */
type PlacingError = Pick<ClientError, 'code' | 'orderNumber' | 'answer'>;

/** The calls of a client in any language. */
export interface StoreCalls {
  place: (body: object) => Promise<{ orderNumber: string } | { error: PlacingError }>;
  correct: (orderNumber: string, change: object) => Promise<unknown>;
  cancel: (orderNumber: string) => Promise<unknown>;
}

/** Sends an order again, as the page about retries says: adopts the order that exists, then corrects or cancels it. */
export async function sendAgain(
  { place, correct, cancel }: StoreCalls,
  body: Record<string, unknown>,
): Promise<string> {
  const placed = await place(body);
  if ('orderNumber' in placed) return placed.orderNumber;
  const { code, orderNumber, answer } = placed.error;
  expect({ code, orderNumber }).toEqual({
    code: 'duplicate_order',
    orderNumber: expect.stringMatching(/^WO-/),
  });
  const differs = answer?.differs as string[];
  if (differs.includes('items')) await cancel(orderNumber!);
  else if (differs.length > 0) {
    const { customer, shipping, notes } = body;
    await correct(orderNumber!, { customer, shipping, notes });
  }
  return orderNumber!;
}

/** Returns the expected state of an order in the service after {@link sendAgain}. */
export function expectedOrder({ hasArrived, edits }: Crash, { first, wanted }: EditedOrder) {
  if (hasArrived && edits.includes('items')) return { status: 'cancelled' };
  const { customer, shipping, notes = null } = edits.includes('invalid') ? first : wanted;
  return { status: 'awaiting_payment', customer, shipping, notes };
}
