import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { problemOf } from './problem';
import { getSessionQueryKey } from './generated/dashboard/dashboard-api.tanstack';

/** Data is asked for again when a page is opened after this time. */
const FRESH_MS = 5_000;
const RETRIES = 2;

/**
 * The cache of everything the pages show.
 *
 * @param onSessionEnded called when a call is refused because the session has ended
 */
export function createQueryClient(onSessionEnded: () => void): QueryClient {
  const noticeEnd = (error: unknown): void => {
    const { status, code } = problemOf(error);
    // A wrong password that was asked for again is a 401 too.
    if (status === 401 && code !== 'sign_in_failed') onSessionEnded();
  };
  return new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => {
        if (query.queryKey[0] !== getSessionQueryKey()[0]) noticeEnd(error);
      },
    }),
    mutationCache: new MutationCache({ onError: noticeEnd }),
    defaultOptions: {
      queries: {
        staleTime: FRESH_MS,
        // A refusal stays one; only what never arrived or failed on the other side is tried again.
        retry: (failures, error) => failures < RETRIES && isWorthRetrying(error),
      },
      // Money or stock may have moved although the answer was lost: people decide.
      mutations: { retry: false },
    },
  });
}

function isWorthRetrying(error: unknown): boolean {
  const { status } = problemOf(error);
  return status === null || status >= 500;
}
