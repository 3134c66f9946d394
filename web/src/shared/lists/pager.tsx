import { Link, useSearch } from '@tanstack/react-router';
import classes from './pager.module.css';

/** Reads the cursor of the page of a list from the address; undefined on the first page. */
export function useCursor(): string | undefined {
  return useSearch({ strict: false }).cursor;
}

/** Renders links to the first and the next page of a list. The browser's Back returns to the previous page. */
export function Pager({ nextCursor }: { nextCursor: string | null | undefined }) {
  const cursor = useCursor();
  const isOnlyPage = cursor === undefined && (nextCursor ?? null) === null;
  if (isOnlyPage) return null;
  return (
    <nav aria-label="Pages" className={classes.pager}>
      {cursor !== undefined && (
        <Link to="." search={(search) => ({ ...search, cursor: undefined })}>
          First page
        </Link>
      )}
      {nextCursor != null && (
        <Link to="." search={(search) => ({ ...search, cursor: nextCursor })}>
          Next page
        </Link>
      )}
    </nav>
  );
}
