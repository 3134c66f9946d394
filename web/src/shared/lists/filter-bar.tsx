import { NativeSelect, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import classes from './filter-bar.module.css';

/** Renders the filters of a list side by side; on a phone one below the other. */
export function FilterBar({ children }: { children: ReactNode }) {
  return <div className={`${classes.bar} no-print`}>{children}</div>;
}

interface ParameterProps {
  label: string;
  /** The query parameter of the filter. */
  parameter: string;
  value: string | undefined;
}

/** Sets a query parameter of this page, and returns to the first page of its list. */
export function useSetParameter(): (parameter: string, value: string) => void {
  const navigate = useNavigate();
  return (parameter, value) =>
    void navigate({
      to: '.',
      search: (search: object) => ({ ...search, [parameter]: value, cursor: undefined }),
    });
}

interface FilterSelectProps extends ParameterProps {
  /** The value '' does not filter. */
  options: readonly { value: string; label: string }[];
}

/** Renders a filter with a choice of values, stored in the address. */
export function FilterSelect({ label, parameter, value, options }: FilterSelectProps) {
  const set = useSetParameter();
  return (
    <NativeSelect
      label={label}
      value={value ?? ''}
      data={[...options]}
      onChange={({ currentTarget }) => set(parameter, currentTarget.value)}
    />
  );
}

interface FilterDateProps extends ParameterProps {
  type?: 'date' | 'month';
  max?: string;
}

/** Renders a filter for a day or a month, stored in the address. */
export function FilterDate({ label, parameter, value, type = 'date', max }: FilterDateProps) {
  const set = useSetParameter();
  return (
    <TextInput
      label={label}
      type={type}
      value={value ?? ''}
      max={max}
      onChange={({ currentTarget }) => set(parameter, currentTarget.value)}
    />
  );
}
