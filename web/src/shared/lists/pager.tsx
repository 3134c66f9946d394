import { Link } from '@tanstack/react-router';
import classes from './pager.module.css';

interface PagerProps {
  /** Cursor of the current page; undefined on the first page. */
  cursor: string | undefined;
  nextCursor: string | null | undefined;
}

/** Renders links to the first and the next page of a list. The browser's Back returns to the previous page. */
export function Pager({ cursor, nextCursor }: PagerProps) {
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
