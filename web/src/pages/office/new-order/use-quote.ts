import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { QuoteForClientAnswerDto } from '../../../api/generated/admin-types';
import { quoteForClientMutation } from '../../../api/generated/admin';
import { problemOf } from '../../../api/problem';
import { toQuote, type OrderValues, type ProblemOf } from './order-values';

const PAUSE_MS = 200;

interface Quoted {
  quote: QuoteForClientAnswerDto | undefined;
  /** What is wrong without being wrong at a field. */
  error: Error | null;
  /** Returns what the service says of a field. */
  problemOf: ProblemOf;
  refresh: () => Promise<unknown>;
}

/** Quotes the order as it is typed: what it would cost, and what the service says of its fields. */
export function useQuote(clientId: number, values: OrderValues): Quoted {
  const [asked] = useDebouncedValue(JSON.stringify(toQuote(values)), PAUSE_MS);
  const query = useQuery({
    queryKey: ['quoteForClient', clientId, asked],
    queryFn: () =>
      quoteForClientMutation().mutationFn({
        path: { id: clientId },
        body: JSON.parse(asked) as ReturnType<typeof toQuote>,
      }),
    enabled: values.items.length > 0,
    placeholderData: keepPreviousData,
    retry: false,
    // Prices and stock change while the form is open.
    staleTime: 0,
  });
  const fields = query.error === null ? [] : problemOf(query.error).fields;
  return {
    quote: values.items.length === 0 ? undefined : query.data?.data,
    error: fields.length === 0 ? query.error : null,
    problemOf: (path: string) => fields.find(({ field }) => field === path),
    refresh: query.refetch,
  };
}
