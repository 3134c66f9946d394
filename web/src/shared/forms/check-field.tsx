import { useState, type ComponentProps } from 'react';
import classes from './check-field.module.css';

interface CheckFieldProps extends Pick<
  ComponentProps<'input'>,
  'checked' | 'defaultChecked' | 'required' | 'onChange' | 'onBlur' | 'onFocus'
> {
  label: string;
  description?: string;
  /** Receives the focus when its dialog opens. */
  isFirst?: boolean;
}

/** Renders a checkbox whose whole line is clickable. */
export function CheckField(props: CheckFieldProps) {
  const { label, description, isFirst, onChange, ...input } = props;
  const [isMissing, setMissing] = useState(false);
  return (
    <label className={classes.field}>
      <input
        type="checkbox"
        data-autofocus={isFirst}
        {...input}
        aria-invalid={isMissing}
        onInvalid={() => setMissing(true)}
        onChange={(event) => {
          setMissing(false);
          onChange?.(event);
        }}
      />
      <span>
        {label}
        {description !== undefined && <span className="soft small"> {description}</span>}
        {isMissing && <span className={classes.problem}>Check this to go on.</span>}
      </span>
    </label>
  );
}
