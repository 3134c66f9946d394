import { useEffect, useRef, type ReactNode, type RefObject } from 'react';
import { useTrackingQuestion } from '../use-tracking-question';
import { playLowTone, useToneSwitch } from './scan-tone';

interface TrackingForm {
  errors: Record<string, unknown>;
  setFieldError: (path: 'tracking_number', problem: ReactNode) => void;
}

/**
 * Asks the {@link useTrackingQuestion} of a scanned number. What was scanned is selected, so that the next scan takes its place.
 * - a number that is scanned meanwhile is asked about by the next Enter
 *
 * @returns a function that calls `send` if the number may be used, and ignores calls until that has ended
 */
export function useTrackingCheck(
  orderNumber: string,
  { errors, setFieldError }: TrackingForm,
  field: RefObject<HTMLInputElement | null>,
  known: Parameters<typeof useTrackingQuestion>[2],
): (number: string, send: () => Promise<unknown>) => Promise<void> {
  const [hasTone] = useToneSwitch();
  const isChecking = useRef(false);
  const ask = useTrackingQuestion(orderNumber, 'ship', known);
  useEffect(() => {
    if (errors.tracking_number === undefined) return;
    field.current?.select();
    // The sentence is below the field, which may be at the edge of the screen.
    field.current?.closest('form > div')?.scrollIntoView({ block: 'nearest' });
  }, [errors, field]);
  return async (number, send) => {
    if (isChecking.current) return;
    isChecking.current = true;
    field.current?.select();
    const problem = await ask(number);
    // Selecting the beginning of the next number would let its rest take the place.
    const isNext = field.current?.value !== number;
    if (!isNext && problem !== null) {
      setFieldError('tracking_number', problem);
      if (hasTone) playLowTone();
    } else if (!isNext) {
      // Its problem is shown.
      await send().catch(() => undefined);
    }
    isChecking.current = false;
  };
}
