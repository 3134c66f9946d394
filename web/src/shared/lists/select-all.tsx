import { useEffect, useRef } from 'react';
import classes from './data-table.module.css';

interface SelectAllProps {
  /** Rows that can be selected. */
  count: number;
  selectedCount: number;
  label: string;
  onChange: (isAll: boolean) => void;
}

/** Renders the checkbox of a table's header, half set while some rows are selected. */
export function SelectAll({ count, selectedCount, label, onChange }: SelectAllProps) {
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (box.current !== null)
      box.current.indeterminate = selectedCount > 0 && selectedCount < count;
  }, [count, selectedCount]);
  return (
    <label className={classes.target}>
      <input
        ref={box}
        type="checkbox"
        disabled={count === 0}
        checked={count > 0 && selectedCount === count}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span className={classes.onPhone}>{label}</span>
    </label>
  );
}
