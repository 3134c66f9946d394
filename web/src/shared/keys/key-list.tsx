import classes from './key-list.module.css';
import type { PageKey } from './page-keys';

/** Renders keys, each with what it does. */
export function KeyList({ keys }: { keys: readonly PageKey[] }) {
  return (
    <dl className={classes.keys}>
      {keys.map(([key, effect]) => (
        <div key={key}>
          <dt>
            <kbd>{key}</kbd>
          </dt>
          <dd>{effect}</dd>
        </div>
      ))}
    </dl>
  );
}
