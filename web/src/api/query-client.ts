import { MutationCache, QueryCache, QueryClient, type Query } from '@tanstack/react-query';
import { forgetInput } from '../shared/forms/unsaved';
import { problemOf } from './problem';
import type { GetSessionResult } from './generated/dashboard-types';
import { getSessionOptions } from './generated/dashboard';
import { keepTabOf } from '../sign-in/tab-memory';
import { approvalIn, WAITING } from './waiting';

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
  const client = new QueryClient({
    queryCache: new QueryCache({
      onSuccess: (answer, query) => {
        // Another tab of the browser may have signed in another person.
        if (isSession(query)) keepTabOf((answer as GetSessionResult).data.user.id);
      },
      onError: (error, query) => {
        if (!isSession(query)) noticeEnd(error);
      },
    }),
    mutationCache: new MutationCache({
      onError: noticeEnd,
      onSuccess: (answer) => {
        forgetInput();
        const approval = approvalIn(answer);
        if (approval !== null) client.setQueryData(WAITING, approval);
      },
    }),
    defaultOptions: {
      queries: {
        staleTime: FRESH_MS,
        // Only network errors and server errors can succeed at the next try.
        retry: (failures, error) => failures < RETRIES && isWorthRetrying(error),
      },
      // Money or stock may have moved although the answer was lost, so a person decides. Nothing waits for a connection: it would
      // be sent when the person no longer thinks of it.
      mutations: { retry: false, networkMode: 'always' },
    },
  });
  return client;
}

function isSession({ queryKey }: Pick<Query, 'queryKey'>): boolean {
  return queryKey[0] === getSessionOptions().queryKey[0];
}

function isWorthRetrying(error: unknown): boolean {
  const { status } = problemOf(error);
  return status === null || status >= 500;
}
