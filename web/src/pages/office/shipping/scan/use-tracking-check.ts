import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, type RefObject } from 'react';
import { readScanOptions } from '../../../../api/generated/admin';
import type { ScanDto } from '../../../../api/generated/admin-types';
import { playLowTone, useToneSwitch } from './scan-tone';

interface TrackingForm {
  errors: Record<string, unknown>;
  setFieldError: (path: 'tracking_number', problem: string) => void;
}

/**
 * Looks a tracking number up before an order is shipped with it: a person who looks at the goods may have scanned something else.
 * - an article is refused, and the number of another order until it is entered again
 * - what was refused is selected, so that the next scan takes its place
 *
 * @returns a function that calls `send` if the number may be used, and ignores calls until that has ended
 */
export function useTrackingCheck(
  orderNumber: string,
  { errors, setFieldError }: TrackingForm,
  field: RefObject<HTMLInputElement | null>,
): (number: string, send: () => Promise<unknown>) => Promise<void> {
  const queryClient = useQueryClient();
  const [hasTone] = useToneSwitch();
  const isChecking = useRef(false);
  const asked = useRef('');
  useEffect(() => {
    if (errors.tracking_number !== undefined) field.current?.select();
  }, [errors, field]);
  return async (number, send) => {
    if (isChecking.current) return;
    isChecking.current = true;
    const options = { ...readScanOptions({ query: { text: number } }), staleTime: 0 };
    // Without an answer, shipping it says why.
    const answer = await queryClient.fetchQuery(options).catch(() => null);
    const problem = answer === null ? null : problemOf(number, answer.data, orderNumber);
    if (problem === null || (problem.mayRepeat && asked.current === number)) {
      // Its problem is shown.
      await send().catch(() => undefined);
    } else {
      asked.current = number;
      setFieldError('tracking_number', problem.sentence);
      if (hasTone) playLowTone();
    }
    isChecking.current = false;
  };
}

interface Problem {
  sentence: string;
  /** True if the number may be used all the same. */
  mayRepeat: boolean;
}

function problemOf(number: string, scan: ScanDto, orderNumber: string): Problem | null {
  if (scan.found_by === 'article') {
    return { sentence: 'This is an article: scan the tracking number', mayRepeat: false };
  }
  const other = scan.orders.find((order) => order.order_number !== orderNumber);
  if (scan.found_by !== 'tracking_number' || other === undefined) return null;
  const sentence = `${number} is the tracking number of ${other.order_number}. Press Enter again if both are in one box`;
  return { sentence, mayRepeat: true };
}
