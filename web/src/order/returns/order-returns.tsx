import { itemText } from '../../../../src/catalog/variations/variation-keys.ts';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import {
  RETURN_STATUS_ROWS,
  type ReturnStatus as Value,
} from '../../../../src/fulfillment/returns/return-status.ts';
import { formatCount, plural } from '../../shared/format';
import { StatusOf } from '../../shared/status';
import { RelativeTime } from '../../shared/time';
import classes from './order-returns.module.css';
import { ReturnAddress, type Address } from './return-address';
import { SentWith } from '../shipments';

export interface OrderReturn {
  id: number;
  status: Value;
  reason: string | null;
  decline_reason: string | null;
  items: readonly ReturnedLine[];
  created_at: string;
  inspected_at: string | null;
  return_address: Address | null;
  instructions: string | null;
  courier: string | null;
  tracking_number: string | null;
  tracking_url: string | null;
  sent_at: string | null;
  shipment_id: number | null;
}

interface ReturnedLine {
  line: number;
  quantity: number;
  good: number;
  scrap: number;
}

interface OrderReturnsProps<R extends OrderReturn> {
  returns: readonly R[];
  /** Lines of the order, for their names. */
  lines: readonly { line: number; name: string; variation: string | null }[];
  /** Renders buttons for a return. */
  action?: (one: R) => ReactNode;
}

/** Rows by status. A page loaded before an upgrade may receive a status that it does not know. */
const KNOWN: Partial<typeof RETURN_STATUS_ROWS> = RETURN_STATUS_ROWS;

/** Renders the returns of an order that its store asked for, the latest first. */
export function OrderReturns<R extends OrderReturn>({
  returns,
  lines,
  action,
}: OrderReturnsProps<R>) {
  return (
    <ul id="returns" className={classes.returns}>
      {[...returns].reverse().map((one) => (
        <li key={one.id}>
          <span className={classes.head}>
            <ReturnStatus status={one.status} />
            <span className="soft small">
              asked <RelativeTime at={one.created_at} />
            </span>
          </span>
          <ReturnedLines of={one} lines={lines} />
          {one.reason !== null && <p className={classes.reason}>“{one.reason}”</p>}
          {one.decline_reason !== null && <p>Declined: {one.decline_reason}</p>}
          {one.shipment_id !== null && (
            <p>
              <Link to="." hash={`shipment-${one.shipment_id}`}>
                Came back undelivered
              </Link>
            </p>
          )}
          {one.status !== 'declined' && one.return_address !== null && (
            <Directions address={one.return_address} instructions={one.instructions} />
          )}
          <SentBack {...one} />
          {action?.(one)}
        </li>
      ))}
    </ul>
  );
}

interface ReturnedLinesProps extends Pick<OrderReturnsProps<OrderReturn>, 'lines'> {
  of: Pick<OrderReturn, 'items' | 'inspected_at'>;
}

/** Renders the units of a return, with what its inspection found. */
export function ReturnedLines({ of: { items, inspected_at }, lines }: ReturnedLinesProps) {
  const names = new Map(lines.map((line) => [line.line, itemText(line)]));
  return (
    <ul className={classes.lines}>
      {items.map((item) => (
        <li key={item.line}>
          {formatCount(item.quantity)} × {names.get(item.line)}
          {inspected_at !== null && <span className="soft">{` · ${foundOf(item)}`}</span>}
        </li>
      ))}
    </ul>
  );
}

/** Returns true if an order has a return that was neither declined nor withdrawn: there is one at most. */
export function hasReturn({ returns }: { returns: readonly OrderReturn[] }): boolean {
  return returns.some(({ status }) => status !== 'declined' && status !== 'withdrawn');
}

function Directions({ address, instructions }: { address: Address; instructions: string | null }) {
  return (
    <div>
      <span className="soft small">Goes to</span>
      <ReturnAddress address={address} />
      {instructions !== null && <p className={classes.reason}>{instructions}</p>}
    </div>
  );
}

/** Renders how its store sent the units; nothing before it said so. */
function SentBack({ courier, tracking_number, tracking_url, sent_at }: OrderReturn) {
  if (courier === null || tracking_number === null || sent_at === null) return null;
  return (
    <div>
      <SentWith {...{ courier, tracking_number, tracking_url }} at={sent_at} />
    </div>
  );
}

function ReturnStatus({ status }: { status: Value }) {
  return <StatusOf {...(KNOWN[status] ?? { tone: 'calm', label: status })} />;
}

function foundOf({ quantity, good, scrap }: ReturnedLine): string {
  const missing = quantity - good - scrap;
  return [
    `${plural(good, 'unit')} good`,
    ...(scrap > 0 ? [`${formatCount(scrap)} scrap`] : []),
    ...(missing > 0 ? [`${formatCount(missing)} not found`] : []),
  ].join(', ');
}
