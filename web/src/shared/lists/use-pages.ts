import {
  keepPreviousData,
  useQuery,
  type QueryKey,
  type UseQueryOptions,
  type UseQueryResult,
} from '@tanstack/react-query';

/** Queries a page of a list. The page before it stays visible until it is loaded. */
export function usePages<Page, Key extends QueryKey>(
  options: UseQueryOptions<Page, Error, Page, Key>,
): UseQueryResult<Page> {
  return useQuery({ ...options, placeholderData: keepPreviousData });
}
