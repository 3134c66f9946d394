import { CheckField } from './forms/check-field';
import classes from './check-list.module.css';

interface CheckListProps<Value extends string> {
  legend: string;
  options: readonly { value: Value; label: string; description?: string }[];
  chosen: readonly Value[];
  onChange: (chosen: Value[]) => void;
  /** The service's error message about the choice. */
  error?: string;
}

/** Renders checkboxes for any number of options. */
export function CheckList<Value extends string>(props: CheckListProps<Value>) {
  const { legend, options, chosen, onChange, error } = props;
  const toggle = (value: Value, isChosen: boolean): void =>
    onChange(isChosen ? [...chosen, value] : chosen.filter((one) => one !== value));
  return (
    <fieldset className={classes.list}>
      <legend>{legend}</legend>
      {error !== undefined && (
        <p role="alert" className={classes.error}>
          {error}
        </p>
      )}
      {options.map(({ value, label, description }) => (
        <CheckField
          key={value}
          label={label}
          description={description}
          checked={chosen.includes(value)}
          onChange={(event) => toggle(value, event.currentTarget.checked)}
        />
      ))}
    </fieldset>
  );
}
