import type { ReactNode } from 'react';
import classes from './empty-state.module.css';

/** Stands in place of a list without rows: one sentence, and the next thing to do. */
export function EmptyState({ children, action }: { children: ReactNode; action?: ReactNode }) {
  return (
    <div className={classes.empty}>
      <p>{children}</p>
      {action}
    </div>
  );
}
