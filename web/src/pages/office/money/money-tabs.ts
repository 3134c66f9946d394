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

/** Lists within Gateway, which a filter chooses. */
export const GATEWAY_TABS = [
  { value: 'payments', label: 'Payments' },
  { value: 'missed', label: 'Payments found later' },
  { value: 'refunds', label: 'Refunds' },
  { value: 'disputes', label: 'Disputes' },
  { value: 'settlements', label: 'Settlements' },
  { value: 'intents', label: 'Checkouts' },
  { value: 'notices', label: 'Notices of the gateway' },
  { value: 'days', label: 'Comparisons by day' },
] as const;

/** Tabs within GST. */
export const GST_TABS = [
  { value: 'gst', label: 'GST month' },
  { value: 'e-invoices', label: 'E-invoices' },
] as const;

/** Tabs of both levels: the values of the parameter `tab`. */
export const MONEY_TABS = [...TABS, ...TRANSFER_TABS, ...GATEWAY_TABS, ...GST_TABS];
