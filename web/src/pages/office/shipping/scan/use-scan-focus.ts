import { useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';

/**
 * Moves the focus to the field of the next scan once it is there, and again after a press of the tab that is shown.
 * - of several, the one that was rendered last has the focus
 */
export function useScanFocus(focus: () => void): void {
  const router = useRouter();
  const focusField = useEffectEvent(focus);
  useEffect(() => {
    focusField();
    return router.subscribe('onResolved', () => focusField());
  }, [router]);
}
