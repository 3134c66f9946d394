/** Parts of the money, each with its tab. */
export const TABS = [
  { value: undefined, label: 'Transfers' },
  { value: 'bank', label: 'Bank' },
  { value: 'receipts', label: 'Receipts' },
  { value: 'approvals', label: 'Approvals' },
  { value: 'ageing', label: 'Ageing' },
  { value: 'day', label: 'Day’s closing' },
  { value: 'month', label: 'Month-end' },
  { value: 'payments', label: 'Gateway' },
  { value: 'gst', label: 'GST' },
] as const;

/** Tabs within Transfers. */
export const TRANSFER_TABS = [
  { value: undefined, label: 'To confirm' },
  { value: 'transfers', label: 'All transfers' },
] as const;

/** Tabs within Gateway. */
export const GATEWAY_TABS = [
  { value: 'payments', label: 'Gateway payments' },
  { value: 'missed', label: 'Found by the reconciler' },
  { value: 'refunds', label: 'Refunds' },
  { value: 'disputes', label: 'Disputes' },
  { value: 'settlements', label: 'Settlements' },
  { value: 'intents', label: 'Checkouts' },
  { value: 'notices', label: 'Notices' },
  { value: 'days', label: 'Days' },
] as const;

/** Tabs within GST. */
export const GST_TABS = [
  { value: 'gst', label: 'GST month' },
  { value: 'e-invoices', label: 'E-invoices' },
] as const;

/** Tabs of both levels: the values of the parameter `tab`. */
export const MONEY_TABS = [...TABS, ...TRANSFER_TABS, ...GATEWAY_TABS, ...GST_TABS];
