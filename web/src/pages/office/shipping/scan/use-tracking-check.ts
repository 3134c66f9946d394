import { useEffect, useRef, type ReactNode, type RefObject } from 'react';
import { useTrackingQuestion } from '../use-tracking-question';
import { playLowTone, useToneSwitch } from './scan-tone';

interface TrackingForm {
  errors: Record<string, unknown>;
  setFieldError: (path: 'tracking_number', problem: ReactNode) => void;
}

/**
 * Asks the {@link useTrackingQuestion} of a scanned number. What was scanned is selected, so that the next scan takes its place.
 *
 * @returns a function that calls `send` if the number may be used, and ignores calls until that has ended. Its result is whether
 *   the order was shipped
 */
export function useTrackingCheck(
  orderNumber: string,
  { errors, setFieldError }: TrackingForm,
  field: RefObject<HTMLInputElement | null>,
  known: Parameters<typeof useTrackingQuestion>[2],
): (number: string, send: () => Promise<unknown>) => Promise<boolean> {
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
    if (isChecking.current) return false;
    isChecking.current = true;
    field.current?.select();
    const problem = await ask(number);
    if (problem !== null) {
      setFieldError('tracking_number', problem);
      if (hasTone) playLowTone();
    }
    // The problem of a shipment is shown, too.
    const isShipped =
      problem === null &&
      (await send().then(
        () => true,
        () => false,
      ));
    isChecking.current = false;
    return isShipped;
  };
}
