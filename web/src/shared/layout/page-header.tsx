import { useEffect, type ReactNode } from 'react';
import { HOUSE } from '../../frame/brand/house';
import classes from './page-header.module.css';

interface PageHeaderProps {
  /** The heading, and the title of the browser tab. */
  title: string;
  /** A sentence or a status below the heading. */
  detail?: ReactNode;
  /** A link back to the list the page was opened from. */
  back?: ReactNode;
  /** The primary action; on a phone it sticks to the bottom. */
  action?: ReactNode;
}

/**
 * Renders the only h1 of a page. It receives the focus after a navigation, so that screen readers start there, unless the page
 * focuses a field.
 */
export function PageHeader({ title, detail, back, action }: PageHeaderProps) {
  useEffect(() => {
    document.title = `${title} · ${HOUSE.name}`;
  }, [title]);
  return (
    <header className={classes.header}>
      <div className={classes.heading}>
        {back !== undefined && <div className={`${classes.back} no-print`}>{back}</div>}
        <h1 id={PAGE_HEADING} tabIndex={-1}>
          {title}
        </h1>
        {detail !== undefined && <div className={classes.detail}>{detail}</div>}
      </div>
      {action !== undefined && <div className={`${classes.action} no-print`}>{action}</div>}
    </header>
  );
}

const PAGE_HEADING = 'page-heading';

/** Moves the focus to the page's h1, unless the page has given it to a field. */
export function focusPageHeading(): void {
  if (document.activeElement?.matches('main input') === true) return;
  document.getElementById(PAGE_HEADING)?.focus({ preventScroll: true });
}
