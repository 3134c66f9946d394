import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { MAY_BE_DONE, mayBeDone, problemOf } from '../../api/problem';

/** Maximum number of concurrent calls. */
const AT_ONCE = 4;

/** Outcome of a bulk action for one row. */
interface BulkOutcome {
  key: string;
  /** Reason for skipping the row; null: done. */
  problem: string | null;
}

/** A bulk action with its progress and outcome. */
export interface Bulk {
  isRunning: boolean;
  done: number;
  total: number;
  /** null before the first run. */
  outcomes: readonly BulkOutcome[] | null;
  run: (keys: readonly string[], act: (key: string) => Promise<unknown>) => void;
  forget: () => void;
}

/** Applies an action to many rows, a few at a time. A refusal of one does not stop the others. */
export function useBulk(): Bulk {
  const queryClient = useQueryClient();
  const [progress, setProgress] = useState({ done: 0, total: 0 });
  const work = useMutation({
    mutationFn: async ({ keys, act }: { keys: readonly string[]; act: Act }) => {
      const outcomes = new Map<string, BulkOutcome>();
      const waiting = [...keys];
      setProgress({ done: 0, total: keys.length });
      const worker = async (): Promise<void> => {
        for (let key = waiting.shift(); key !== undefined; key = waiting.shift()) {
          outcomes.set(key, { key, problem: await problemWith(() => act(key)) });
          setProgress({ done: outcomes.size, total: keys.length });
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, worker));
      return keys.flatMap((key) => outcomes.get(key) ?? []);
    },
    onSettled: () => queryClient.invalidateQueries(),
  });
  return {
    ...progress,
    isRunning: work.isPending,
    outcomes: work.data ?? null,
    run: (keys, act) => work.mutate({ keys, act }),
    forget: work.reset,
  };
}

type Act = (key: string) => Promise<unknown>;

/** Says why a row was refused, or that it may have been done; null: it was done. */
export async function problemWith(act: () => Promise<unknown>): Promise<string | null> {
  try {
    await act();
    return null;
  } catch (error) {
    const { code, message } = problemOf(error);
    // All of it is repeated once the password was entered.
    if (code === 'password_required') throw error;
    return mayBeDone(error) ? MAY_BE_DONE : message;
  }
}
