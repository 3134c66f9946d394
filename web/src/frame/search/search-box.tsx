import { useHotkeys } from '@mantine/hooks';
import { lazy, Suspense, useId, useRef, type FocusEvent } from 'react';
import { Icon } from '../../shared/icon';
import { useSession } from '../session';
import { optionId } from './suggestion';
import { useSearchField } from './use-search-field';
import classes from './search-box.module.css';

const SearchPanel = lazy(async () => ({ default: (await import('./search-panel')).SearchPanel }));

/**
 * Searches from any page, with suggestions: everything for operators, orders for clients.
 * - `/` or Ctrl-K moves the focus here
 * - Enter opens the only result, or the page of all results
 */
export function SearchBox() {
  const input = useRef<HTMLInputElement>(null);
  const listId = useId();
  const isOperator = useSession().user.kind === 'operator';
  const field = useSearchField(input, isOperator);
  const { text, isOpen, activeKey, attachPanel } = field;
  const focus = (): void => input.current?.select();
  useHotkeys([['/', focus]]);
  // Also from within another field.
  useHotkeys([['mod+K', focus]], []);
  const onBlur = (event: FocusEvent): void => {
    if (!event.currentTarget.contains(event.relatedTarget)) field.close();
  };
  return (
    <search className={classes.search} onBlur={onBlur}>
      <form onSubmit={field.onSubmit}>
        <Icon name="search" size={16} />
        <input
          ref={input}
          type="search"
          name="q"
          role="combobox"
          aria-label={isOperator ? 'Search' : 'Search orders'}
          aria-autocomplete="list"
          aria-expanded={isOpen}
          aria-controls={listId}
          aria-activedescendant={activeKey === null ? undefined : optionId(listId, activeKey)}
          placeholder={isOperator ? 'Phone, name, order, SKU, UTR …' : 'Phone, name, order or SKU'}
          maxLength={200}
          autoComplete="off"
          value={text ?? ''}
          onChange={(event) => field.type(event.currentTarget.value)}
          onFocus={() => field.type(text ?? '')}
          onKeyDown={field.onKeyDown}
        />
        <kbd aria-hidden>/</kbd>
      </form>
      {text !== null && (
        <Suspense>
          <SearchPanel
            ref={attachPanel}
            listId={listId}
            text={isOpen ? text : ''}
            activeKey={activeKey}
            onLeave={field.leave}
          />
        </Suspense>
      )}
    </search>
  );
}
