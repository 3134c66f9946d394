import { Notice } from '../shared/layout/notice';

/** Renders that a checkout can no longer be paid. */
export function EndedCheckout() {
  return (
    <Notice tone="waiting" title="This payment has ended.">
      One of its orders is paid, canceled or expired. If you have paid, the money appears in your
      wallet or pays your other orders within moments.
    </Notice>
  );
}
