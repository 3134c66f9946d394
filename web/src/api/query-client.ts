import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { forgetInput } from '../shared/forms/unsaved';
import { problemOf } from './problem';
import { getSessionQueryKey } from './generated/dashboard/dashboard-api.tanstack';

/** A page that opens later than this after the last load loads its data again. */
const FRESH_MS = 5_000;
const RETRIES = 2;

/**
 * Creates the cache of everything that the pages show.
 *
 * @param onSessionEnded called when a call fails because the session has ended
 */
export function createQueryClient(onSessionEnded: () => void): QueryClient {
  const noticeEnd = (error: unknown): void => {
    const { status, code } = problemOf(error);
    // A wrong password, where a page asks for it again, is a 401 too.
    if (status === 401 && code !== 'sign_in_failed') onSessionEnded();
  };
  return new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => {
        if (query.queryKey[0] !== getSessionQueryKey()[0]) noticeEnd(error);
      },
    }),
    mutationCache: new MutationCache({ onError: noticeEnd, onSuccess: forgetInput }),
    defaultOptions: {
      queries: {
        staleTime: FRESH_MS,
        // Only network errors and server errors can succeed at the next try.
        retry: (failures, error) => failures < RETRIES && isWorthRetrying(error),
      },
      // Money or stock may have moved although the answer was lost, so a person decides.
      mutations: { retry: false },
    },
  });
}

function isWorthRetrying(error: unknown): boolean {
  const { status } = problemOf(error);
  return status === null || status >= 500;
}
