import { useQueryClient } from '@tanstack/react-query';
import { useRef, type ReactNode } from 'react';

interface Known {
  articles: readonly string[];
  recent: () => readonly string[];
}

/**
 * Asks about a tracking number before an order is shipped with it; {@link problemOfTracking} says about which. Only the button of
 * the question allows the number: a scanner presses Enter, and people scan twice.
 *
 * @param action what the button does, in a word
 * @param known codes of the articles that are packed, and tracking numbers with which the person has just shipped
 * @returns a function that tells the problem of a number, with the button; null: it may be used
 */
export function useTrackingQuestion(
  orderNumber: string,
  action: 'ship' | 'save',
  known: Known = { articles: [], recent: () => [] },
): (number: string) => Promise<ReactNode> {
  const queryClient = useQueryClient();
  const allowed = useRef('');
  return async (typed) =>
    // Loaded then: the pages of orders and of shipping are often the first.
    import('./tracking-problem').then(
      ({ problemOfTracking }) =>
        problemOfTracking(queryClient, {
          number: typed.trim(),
          orderNumber,
          ...known,
          action,
          allowed,
        }),
      () => 'It could not be checked. Try again',
    );
}
