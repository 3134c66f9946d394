import { Link } from '@tanstack/react-router';
import { openCount } from '../format';
import classes from './tabs.module.css';

interface TabsProps {
  /** Name of the tabs for screen readers. */
  label: string;
  /** The query parameter that a tab sets, and its values; undefined is the first tab. */
  tabs: readonly { value: string | undefined; label: string; count?: number }[];
  parameter: string;
  current: string | undefined;
}

/** Renders tabs as links, so that each part of a list has an address. */
export function Tabs({ label, tabs, parameter, current }: TabsProps) {
  return (
    <nav aria-label={label} className={classes.tabs}>
      {tabs.map(({ value, label: name, count }) => (
        <Link
          key={name}
          ref={value === current ? scrollToTab : undefined}
          to="."
          search={(search: object) => ({ ...search, [parameter]: value, cursor: undefined })}
          aria-current={value === current ? 'page' : undefined}
          activeProps={{}}
          activeOptions={{ exact: true, includeSearch: true }}
        >
          {name}
          {count !== undefined && count > 0 && (
            <span className={classes.count}>{openCount(count)}</span>
          )}
        </Link>
      ))}
    </nav>
  );
}

/** Scrolls the tabs sideways to one of them; the page stays where it is. */
function scrollToTab(tab: HTMLElement | null): void {
  const strip = tab?.parentElement;
  if (!tab || !strip) return;
  strip.scrollLeft = tab.offsetLeft - strip.offsetLeft - (strip.clientWidth - tab.offsetWidth) / 2;
}
