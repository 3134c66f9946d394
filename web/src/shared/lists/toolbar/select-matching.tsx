import { Button } from '@mantine/core';
import { formatCount } from '../../format';
import type { Matching } from '../use-row-selection';

/** Rows that can be selected at once. */
export const SELECTED_MAX = 2_000;
const PAGE = 500;

/** Renders the button that also selects the matching rows of other pages, with their number. */
export function SelectMatching({ matching }: { matching: Matching | null }) {
  if (matching === null) return null;
  const { count, select } = matching;
  const isLimited = count === SELECTED_MAX;
  return (
    <Button size="sm" variant="default" onClick={select} loading={count === undefined}>
      {`Select ${isLimited ? 'the first' : 'all'} ${formatCount(count ?? 0)}`}
    </Button>
  );
}

/** Reads the rows of all pages of a list, up to {@link SELECTED_MAX}. */
export async function allPages<Row>(
  load: (page: {
    cursor: string | undefined;
    limit: number;
  }) => Promise<{ data: Row[]; next_cursor: string | null }>,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (let cursor: string | undefined; rows.length < SELECTED_MAX;) {
    const page = await load({ cursor, limit: PAGE });
    rows.push(...page.data);
    if (page.next_cursor === null) break;
    cursor = page.next_cursor;
  }
  return rows.slice(0, SELECTED_MAX);
}
