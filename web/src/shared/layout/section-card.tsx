import type { ReactNode } from 'react';
import classes from './section-card.module.css';

interface SectionCardProps {
  title: string;
  /** A link or quiet button next to the title. */
  aside?: ReactNode;
  children: ReactNode;
}

/** Renders a part of a page with a heading of its own. */
export function SectionCard({ title, aside, children }: SectionCardProps) {
  return (
    <section className={classes.card}>
      <div className={classes.head}>
        <h2>{title}</h2>
        {aside}
      </div>
      {children}
    </section>
  );
}
