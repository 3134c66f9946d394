import {
  keepPreviousData,
  useQuery,
  type QueryKey,
  type UseQueryOptions,
  type UseQueryResult,
} from '@tanstack/react-query';

/** Queries a page of a list. The previous page stays visible until the new one is loaded. */
export function usePages<Page, Key extends QueryKey>(
  options: UseQueryOptions<Page, Error, Page, Key>,
): UseQueryResult<Page> {
  return useQuery({ ...options, placeholderData: keepPreviousData });
}
