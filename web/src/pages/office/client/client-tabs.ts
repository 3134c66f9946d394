/** Tabs of a client, with the permission that each needs. */
export const CLIENT_TABS = [
  { value: undefined, label: 'Orders', needs: 'orders:read' },
  { value: 'wallet', label: 'Wallet', needs: 'money:read' },
  { value: 'tokens', label: 'Tokens', needs: 'tokens:read' },
  { value: 'failures', label: 'Refused requests', needs: 'failures:read' },
  { value: 'requests', label: 'Answered requests', needs: 'failures:read' },
  { value: 'notes', label: 'Notes', needs: 'clients:read' },
  { value: 'people', label: 'People', needs: 'clients:read' },
  { value: 'subscription', label: 'Subscription and terms', needs: 'clients:read' },
  { value: 'audit', label: 'Audit log', needs: 'audit:read' },
] as const;
