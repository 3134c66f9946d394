import { useHotkeys } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { useRef, type SyntheticEvent } from 'react';
import { Icon } from '../shared/icon';
import { useSession } from './session';
import classes from './search-box.module.css';

/** Searches from any page: everything for operators, orders for clients. `/` or Ctrl-K moves the focus here. */
export function SearchBox() {
  const field = useRef<HTMLInputElement>(null);
  const navigate = useNavigate();
  const isOperator = useSession().user.kind === 'operator';
  const focus = (): void => field.current?.focus();
  useHotkeys([
    ['/', focus],
    ['mod+K', focus],
  ]);
  const search = (event: SyntheticEvent): void => {
    event.preventDefault();
    const q = field.current?.value.trim() ?? '';
    if (q === '') return;
    void navigate({ to: isOperator ? '/office/search' : '/orders', search: { q } });
  };
  return (
    <search className={classes.search}>
      <form onSubmit={search}>
        <Icon name="search" size={16} />
        <input
          ref={field}
          type="search"
          name="q"
          aria-label={isOperator ? 'Search' : 'Search orders'}
          placeholder={
            isOperator ? 'Order, client, SKU, UTR, token …4f2a' : 'Order number, phone or SKU'
          }
          autoComplete="off"
        />
        <kbd aria-hidden>/</kbd>
      </form>
    </search>
  );
}
