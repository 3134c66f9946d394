/** Kinds of open work of staff, each with the permission to see it and its page in the dashboard. */
export const OPEN_WORK = {
  toPay: {
    needs: 'orders:read',
    page: { to: '/office/orders', search: { status: 'awaiting_payment' } },
  },
  toShip: { needs: 'orders:read', page: { to: '/office/shipping' } },
  returnsToSettle: { needs: 'orders:read', page: { to: '/office/returns' } },
  returnsToDecide: { needs: 'orders:read', page: { to: '/office/returns' } },
  returnsToInspect: { needs: 'orders:read', page: { to: '/office/returns' } },
  failedDeliveries: { needs: 'orders:read', page: { to: '/office/deliveries' } },
  deliveryProblems: {
    needs: 'orders:read',
    page: { to: '/office/deliveries', search: { tab: 'problem' } },
  },
  orderLosses: { needs: 'orders:read', page: { to: '/office/losses' } },
  soldOut: {
    needs: 'stock:read',
    page: { to: '/office/stock', search: { state: 'out', sold: 'true' } },
  },
  transfersToConfirm: { needs: 'money:read', page: { to: '/office/money' } },
  adjustmentsToApprove: {
    needs: 'money:read',
    page: { to: '/office/money', search: { tab: 'approvals' } },
  },
  approvalsWaiting: {
    needs: 'money:read',
    page: { to: '/office/money', search: { tab: 'approvals' } },
  },
  bankAccountsAlone: { needs: 'money:read', page: { to: '/office/people' } },
  ownersLeaving: {
    needs: 'users:read',
    page: { to: '/office/money', search: { tab: 'approvals' } },
  },
  documentHolds: {
    needs: 'documents:read',
    page: { to: '/office/invoices', search: { tab: 'numbers' } },
  },
  gateway: { needs: 'money:read', page: { to: '/office/money', search: { tab: 'payments' } } },
  subscriptionsEnding: {
    needs: 'clients:read',
    page: { to: '/office/clients', search: { ending: 'month' } },
  },
  failingMails: { needs: 'users:read', page: { to: '/office/settings' } },
  adminTokenUsedAt: {
    needs: 'users:read',
    page: { to: '/office/audit', search: { subject: 'admin token' } },
  },
} as const;
