import type { ComponentProps } from 'react';
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
  const { label, description, isFirst, ...input } = props;
  return (
    <label className={classes.field}>
      <input type="checkbox" data-autofocus={isFirst} {...input} />
      <span>
        {label}
        {description !== undefined && <span className="soft small"> {description}</span>}
      </span>
    </label>
  );
}
