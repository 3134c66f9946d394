import { useWindowEvent } from '@mantine/hooks';
import { Link, type LinkProps } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { formatCount } from '../shared/format';
import { isForOthers, usePageKeys, type PageKey } from '../shared/keys/page-keys';
import classes from './order-trail.module.css';

type OrdersPath = '/orders' | '/office/orders';

/** The list through which a person works: its filters, and the orders of the page that was open last. */
interface Trail {
  search: Record<string, string>;
  numbers: readonly string[];
}

const KEYS: readonly PageKey[] = [
  ['j', 'Next order'],
  ['k', 'Previous order'],
];

const keyOf = (path: OrdersPath): string => `trail:${path}`;

/** Keeps the orders that a list shows for this tab, so that the page of one leads to the next. */
export function useKeptTrail(path: OrdersPath, search: object, numbers: readonly string[]): void {
  const trail = JSON.stringify({ search, numbers });
  useEffect(() => sessionStorage.setItem(keyOf(path), trail), [path, trail]);
}

/**
 * Renders the way back to the list as it was left, and to the orders before and after this one in it. `k` and `j` lead there,
 * too.
 */
export function OrderTrail({ path, number }: { path: OrdersPath; number: string }) {
  const nav = useRef<HTMLElement>(null);
  const { search, numbers } = trailOf(path);
  const at = numbers.indexOf(number);
  usePageKeys(at === -1 ? null : KEYS);
  useWindowEvent('keydown', (event) => {
    if (isForOthers(event) || (event.key !== 'j' && event.key !== 'k')) return;
    nav.current?.querySelector<HTMLElement>(`[data-key=${event.key}]`)?.click();
  });
  return (
    <nav ref={nav} aria-label="Orders" className={classes.trail}>
      <Link to={path} search={at === -1 ? {} : search}>
        {at === -1 ? 'All orders' : 'Back to the list'}
      </Link>
      {at !== -1 && (
        <>
          <Step path={path} number={numbers[at - 1]} shortcut="k">
            Previous
          </Step>
          <Step path={path} number={numbers[at + 1]} shortcut="j">
            Next
          </Step>
          <span className="soft number">{`${formatCount(at + 1)} of ${formatCount(numbers.length)}`}</span>
        </>
      )}
    </nav>
  );
}

interface StepProps {
  path: OrdersPath;
  number: string | undefined;
  shortcut: string;
  children: string;
}

function Step({ path, number, shortcut, children }: StepProps) {
  if (number === undefined) return null;
  const to = `${path}/$number` as const satisfies LinkProps['to'];
  return (
    <Link
      to={to}
      params={{ number }}
      data-key={shortcut}
      aria-keyshortcuts={shortcut}
      title={`${number} (${shortcut})`}
    >
      {children}
    </Link>
  );
}

function trailOf(path: OrdersPath): Trail {
  const stored = sessionStorage.getItem(keyOf(path));
  return stored === null ? { search: {}, numbers: [] } : (JSON.parse(stored) as Trail);
}
