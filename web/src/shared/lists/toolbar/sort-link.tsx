import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Sort } from '../../../search-params';
import classes from './sort-link.module.css';

/** Renders the header of the column by which a list is sorted, as a link that changes the direction. */
export function SortLink({ sort, children }: { sort: Sort; children: ReactNode }) {
  const isOldestFirst = sort === 'created_at';
  return (
    <Link
      to="."
      search={(search: object) => ({
        ...search,
        sort: isOldestFirst ? ('-created_at' as const) : ('created_at' as const),
        cursor: undefined,
      })}
      className={classes.link}
      activeProps={{}}
      title={
        isOldestFirst
          ? 'Oldest first: show the newest first'
          : 'Newest first: show the oldest first'
      }
    >
      {children}
      <span aria-hidden>{isOldestFirst ? '↑' : '↓'}</span>
    </Link>
  );
}
