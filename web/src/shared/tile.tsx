import type { ReactNode } from 'react';
import classes from './tile.module.css';

interface TileProps {
  name: string;
  /** The figure. */
  children: ReactNode;
  detail: ReactNode;
  /** Link to the source of the figure. */
  link: ReactNode;
}

/** Renders a figure with its name and a link to its list. */
export function Tile({ name, children, detail, link }: TileProps) {
  return (
    <section className={classes.tile}>
      <h2>{name}</h2>
      <p className={classes.figure}>{children}</p>
      <p className="soft small">{detail}</p>
      <p className={classes.link}>{link}</p>
    </section>
  );
}
