import type { ReactNode } from 'react';
import classes from './empty-state.module.css';

/** Renders the replacement of an empty list: one sentence, and the next action. */
export function EmptyState({ children, action }: { children: ReactNode; action?: ReactNode }) {
  return (
    <div className={classes.empty}>
      <p>{children}</p>
      {action}
    </div>
  );
}
