import { useImperativeHandle, type Ref, type RefObject } from 'react';
import type { ArticleCheck } from './articles/use-article-check';
import { focusWhole } from '../key-fields';
import { useScanFocus } from './use-scan-focus';

/** What is open on the packing table. */
export interface ScanTarget {
  /** Takes what is scanned with the camera. */
  scan: (code: string) => void;
  /** Gives the focus to the field that takes the next scan. */
  focus: () => void;
  /** Returns true, and says so, if starting over would lose counted units. */
  asksToLeave: () => boolean;
}

interface Fields {
  ref: Ref<ScanTarget>;
  check: ArticleCheck;
  /** The field of the label or the tracking number. */
  last: RefObject<HTMLInputElement | null>;
}

/**
 * Gives the page access to what is open, and the focus to the field of the next scan.
 * - this is the field of the articles, or the last one once all are counted, and where they are not checked
 */
export function useScanTarget({ ref, check, last }: Fields, scan: ScanTarget['scan']): void {
  const focus = (): void =>
    focusWhole((check.isComplete() ? null : check.field.current) ?? last.current);
  useScanFocus(focus);
  useImperativeHandle(ref, () => ({ scan, focus, asksToLeave: check.asksToLeave }));
}
