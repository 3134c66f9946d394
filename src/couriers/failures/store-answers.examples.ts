import { ORDER_STATUS_EXAMPLES } from '../../orders/orders.examples.js';

const { shipped } = ORDER_STATUS_EXAMPLES;

export const ANSWER_EXAMPLES = {
  again: {
    summary: 'Try again, with another phone',
    value: { action: 'reattempt', date: '2026-01-18', phone: '98765 43210' },
  },
  back: { summary: 'Send it back', value: { action: 'return' } },
};

export const ANSWERED_ORDER_EXAMPLES = {
  answered: {
    summary: 'The answer waits to be sent to the courier',
    value: {
      ...shipped.value,
      shipments: [
        {
          id: 12,
          ...shipped.value.tracking,
          delivered_at: null,
          items: [{ line: 1, quantity: 2 }],
          state: 'failed_attempt',
          expected_at: null,
          events: [
            {
              at: '2026-01-17T09:10:00.000Z',
              state: 'failed_attempt',
              place: 'Bengaluru',
              description: 'Delivery failed',
            },
          ],
          failure: {
            attempt: 1,
            reason: 'phone_unreachable',
            answer_by: '2026-01-17T15:30:00.000Z',
            actions: ['reattempt', 'return'],
            answer: 'reattempt',
          },
        },
      ],
    },
  },
};
