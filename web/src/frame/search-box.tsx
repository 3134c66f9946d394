import { useHotkeys } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { useRef, type SyntheticEvent } from 'react';
import { Icon } from '../shared/icon';
import { useSession } from './session';
import classes from './search-box.module.css';

/** Searches the orders from any page; `/` or Ctrl-K moves the focus here. */
export function SearchBox() {
  const field = useRef<HTMLInputElement>(null);
  const navigate = useNavigate();
  const { user } = useSession();
  const focus = (): void => field.current?.focus();
  useHotkeys([
    ['/', focus],
    ['mod+K', focus],
  ]);
  const search = (event: SyntheticEvent): void => {
    event.preventDefault();
    const q = field.current?.value.trim() ?? '';
    if (q === '') return;
    const to = user.kind === 'operator' ? '/office/orders' : '/orders';
    void navigate({ to, search: { q } });
  };
  return (
    <search className={classes.search}>
      <form onSubmit={search}>
        <Icon name="search" size={16} />
        <input
          ref={field}
          type="search"
          name="q"
          aria-label="Search orders"
          placeholder="Order number, phone or SKU"
          autoComplete="off"
        />
        <kbd aria-hidden>/</kbd>
      </form>
    </search>
  );
}
