import type { StatusSet } from '../../../../../src/orders/lifecycle/order-lifecycle.ts';

export type BulkAction = 'cancel' | 'deliver';

/** The set of statuses that an action applies to; other selected orders are left alone. */
export const SET_FOR: Record<BulkAction, StatusSet> = {
  cancel: 'cancelable',
  deliver: 'deliverable',
};
