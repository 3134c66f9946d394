import classes from './progress.module.css';

interface ProgressProps {
  /** Label: "Shipping". */
  what: string;
  done: number;
  total: number;
}

/** Renders the progress of long work as a bar and in words. */
export function Progress({ what, done, total }: ProgressProps) {
  return (
    <div className={classes.progress}>
      <span role="status" className="number">{`${what}… ${done} of ${total}`}</span>
      <progress aria-label={what} value={done} max={total} />
    </div>
  );
}
