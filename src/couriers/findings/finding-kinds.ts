/** Lists of findings that people work through. */
export const FINDING_GROUPS = ['back', 'claim', 'problem'] as const;
export type FindingGroup = (typeof FINDING_GROUPS)[number];

/** What is found about deliveries, each with the list that shows it and what it means. */
export const FINDINGS = {
  returning: { group: 'back', words: 'Coming back to you' },
  returned: { group: 'back', words: 'Back at your door: receive and inspect it' },
  return_waits: {
    group: 'back',
    words: 'Back at your door: ship or close the rest of the order, then its return is recorded',
  },
  return_by_hand: {
    group: 'back',
    words: 'Back at your door: the order has another return already, so handle this one by hand',
  },
  lost: { group: 'claim', words: 'Lost by the courier' },
  destroyed: { group: 'claim', words: 'Destroyed by the courier' },
  ends_differ: {
    group: 'problem',
    words: 'The courier told two different ends; the first one counts',
  },
  silent: { group: 'problem', words: 'No news for 45 days' },
  not_picked_up: { group: 'problem', words: 'Handed over two days ago, and not picked up' },
  picked_up_early: {
    group: 'problem',
    words: 'Picked up before it was handed over here; it is shipped now',
  },
  picked_up_not_shippable: {
    group: 'problem',
    words: 'Picked up, but the order cannot be shipped',
  },
  moving_but_canceled: { group: 'problem', words: 'On its way, but its booking was canceled' },
  push_not_confirmed: {
    group: 'problem',
    words: 'The courier sent news that it did not repeat when it was asked',
  },
  billed_heavier: {
    group: 'problem',
    words: 'The courier bills a weight that is 20 % above yours',
  },
  // No person has to look: the order is delivered once the rest of it is shipped or closed.
  delivered_waits: { group: null, words: 'Delivered, before the rest of its order is shipped' },
  courier_reports: {
    group: 'problem',
    words: 'The courier reports damage, loss or other trouble: decide, and claim within its time',
  },
  not_understood: {
    group: 'problem',
    words: 'The courier says something that has moved nothing here for a day',
  },
  way_bill_refused: { group: 'problem', words: 'The courier refused the number of its e-way bill' },
} as const satisfies Record<string, { group: FindingGroup | null; words: string }>;
export type FindingKind = keyof typeof FINDINGS;
export const FINDING_KINDS = Object.keys(FINDINGS) as readonly FindingKind[];

/** Lists the kinds of a group. */
export function kindsOf(group: FindingGroup): FindingKind[] {
  return FINDING_KINDS.filter((kind) => FINDINGS[kind].group === group);
}
