/** A documented response to the demo's first client. */
export const ME_EXAMPLES = {
  active: {
    summary: 'An open-ended subscription',
    value: {
      success: true,
      data: {
        mode: 'live',
        client: { id: 1, name: 'Asha Home Store' },
        token: { last4: 'x7Qd', expires_at: null },
        domain: 'asha-home.example',
        plan: { code: 'silver', name: 'Silver' },
        subscription: { status: 'active', ends_at: null, grace_ends_at: null },
        limits: { requests_per_minute: 1200, orders_per_minute: 300 },
        auto_pay: false,
        currency: 'INR',
        server_time: '2026-01-15T10:00:00.000Z',
      },
    },
  },
};
