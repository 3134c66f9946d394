import { TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useRef, type SyntheticEvent } from 'react';
import { Icon } from '../icon';
import classes from './filter-field.module.css';

interface FilterFieldProps {
  label: string;
  placeholder: string;
  /** The query parameter that is set on Enter or when the field loses the focus. */
  parameter: string;
  value: string | undefined;
  /** True if its label is only for screen readers. */
  isBare?: boolean;
}

/** Renders a filter with a text, stored in the address. */
export function FilterField(props: FilterFieldProps) {
  const { label, placeholder, parameter, value, isBare = false } = props;
  const field = useRef<HTMLInputElement>(null);
  const navigate = useNavigate();
  const apply = (event?: SyntheticEvent): void => {
    event?.preventDefault();
    const typed = field.current?.value.trim() ?? '';
    if (typed === (value ?? '')) return;
    void navigate({
      to: '.',
      search: (search: object) => ({ ...search, [parameter]: typed, cursor: undefined }),
    });
  };
  return (
    <search className={classes.filter}>
      <form onSubmit={apply}>
        <TextInput
          ref={field}
          // The key makes React replace the field with the new value when the address changes.
          key={value}
          label={isBare ? undefined : label}
          aria-label={isBare ? label : undefined}
          leftSection={isBare && <Icon name="search" size={16} />}
          placeholder={placeholder}
          type="search"
          defaultValue={value}
          onBlur={() => apply()}
        />
      </form>
    </search>
  );
}
