import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery, type FetchQueryOptions } from '@tanstack/react-query';
import { useSession } from '../session';
import type { SuggestionGroup } from './suggestion';

/** Pause in typing after which a search begins. */
const PAUSE_MS = 150;
const MIN_LENGTH = 2;
const STALE_AFTER_MS = 5_000;

/** Options of the query that finds suggestions. */
type SearchOptions = FetchQueryOptions<SuggestionGroup[]>;

/** Suggestions for a text, and how to get them before the pause in typing is over. */
interface Suggestions {
  groups: readonly SuggestionGroup[];
  /** True if nothing was found for what is typed. */
  isNothing: boolean;
  hasFailed: boolean;
  optionsFor: (text: string) => SearchOptions;
}

/** Finds suggestions while a person types. The code that finds them is loaded with the first search. */
export function useSuggestions(text: string): Suggestions {
  const { user, permissions } = useSession();
  const [settled] = useDebouncedValue(text.trim(), PAUSE_MS);
  const optionsFor = (q: string): SearchOptions =>
    optionsOf(q, user.kind === 'operator', permissions);
  const isSearched = settled.length >= MIN_LENGTH && text.trim().length >= MIN_LENGTH;
  const query = useQuery({
    ...optionsFor(settled),
    enabled: isSearched,
    placeholderData: keepPreviousData,
  });
  const groups = isSearched ? (query.data ?? []) : [];
  return {
    groups,
    isNothing: isSearched && query.isSuccess && !query.isPlaceholderData && groups.length === 0,
    hasFailed: isSearched && query.isError,
    optionsFor,
  };
}

function optionsOf(q: string, isOperator: boolean, permissions: readonly string[]): SearchOptions {
  return {
    queryKey: ['suggestions', q],
    queryFn: async ({ signal }) =>
      isOperator
        ? (await import('./office-suggestions')).findForOperator(q, permissions, signal)
        : (await import('./client-suggestions')).findForClient(q, signal),
    staleTime: STALE_AFTER_MS,
    retry: false,
  };
}
