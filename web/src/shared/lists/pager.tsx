import { Link } from '@tanstack/react-router';
import classes from './pager.module.css';

interface PagerProps {
  /** The cursor of the page that is shown; undefined on the first page. */
  cursor: string | undefined;
  nextCursor: string | null | undefined;
}

/** Links to the first and the next page of a list; the browser's Back leads to the page before. */
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
