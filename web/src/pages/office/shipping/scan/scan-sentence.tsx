import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { ScanDto } from '../../../../api/generated/admin-types';
import { useMay } from '../../../../frame/session';
import { OrderLink } from '../../../../order/order-link';
import { formatMoment, formatMoney, plural } from '../../../../shared/format';
import { Notice } from '../../../../shared/layout/notice';
import { gluedText, twoCodesIn } from '../scanned-codes';
import classes from './scan-tab.module.css';

type ScannedOrder = ScanDto['orders'][number];

interface SaidProps {
  text: string;
  scan: ScanDto;
  /** Scans an order number instead. */
  onChoose: (orderNumber: string) => void;
}

/** Says in one sentence what was scanned: why it is not shipped, or that only a part of it is left. Says nothing about a whole order. */
export function ScanSentence({
  scan,
  ...said
}: Omit<SaidProps, 'scan'> & { scan: ScanDto | null }) {
  const isWhole = scan?.to_ship != null && scan.orders[0]?.shipments_count === 0;
  return (
    // Present before there is a sentence, so that screen readers announce it.
    <div role="alert" className={classes.said}>
      {scan !== null && !isWhole && (
        <Notice tone={scan.to_ship === null ? 'bad' : 'moving'}>
          <div className={classes.sentence}>
            <Said scan={scan} {...said} />
          </div>
        </Notice>
      )}
    </div>
  );
}

/** Signs that no code of an order, a label or an article has. */
const OTHER_SIGNS = /[^\w\s\-/.:|()]/;
const OTHER_KEYBOARD =
  'That is what the scanner typed: set it to the keyboard of this computer, and to add only Enter';

function Said({ text, scan, onChoose }: SaidProps) {
  const { found_by, orders, article, booking } = scan;
  const [first] = orders;
  if (booking?.old === true) return <OldLabel {...booking} />;
  if (article !== null) return <ArticleSentence {...article} />;
  if (first === undefined || found_by === 'similar') {
    const two = first === undefined ? twoCodesIn(text) : null;
    if (two !== null) return gluedText(two);
    return (
      <>
        {`No order ${text}`}
        {orders.length > 0 && '. Is it one of these?'}
        {isShortPart(text) && '. A part of a number needs at least four characters'}
        {first === undefined && OTHER_SIGNS.test(text) && `. ${OTHER_KEYBOARD}`}
        <Choices orders={orders} nameOf={(order) => order.order_number} onChoose={onChoose} />
      </>
    );
  }
  if (found_by === 'tracking_number') {
    return (
      <>
        <span className="mono">{text}</span>
        {' is the tracking number of '}
        {orders.map(({ order_number }, at) => (
          <span key={order_number}>
            {at > 0 && ', '}
            <OrderLink number={order_number} />
          </span>
        ))}
      </>
    );
  }
  if (found_by === 'part' && orders.length > 1) {
    return (
      <>
        {`${text} is a part of several order numbers: choose one`}
        <Choices orders={orders} nameOf={(order) => order.order_number} onChoose={onChoose} />
      </>
    );
  }
  if (orders.length > 1) {
    return (
      <>
        {`${text} is an order of several clients: choose one`}
        <Choices orders={orders} nameOf={(order) => order.client_name} onChoose={onChoose} />
      </>
    );
  }
  return (
    <>
      <OrderLink number={first.order_number} />
      {` ${stateOf(first, scan.shipped_by)}`}
    </>
  );
}

/** Returns true for what would be a part of an order number if it were longer. */
function isShortPart(text: string): boolean {
  return /^(?:WO-)?\w{1,3}$/i.test(text.replaceAll(/\s/g, ''));
}

/** Says that a scanned label is not of the box any more. */
function OldLabel({ order_number, current_awb }: NonNullable<ScanDto['booking']>) {
  return (
    <>
      {'This label is old: the booking was canceled. '}
      {current_awb === null ? (
        <>
          <OrderLink number={order_number} />
          {' has no other label'}
        </>
      ) : (
        <>
          {'Take the label '}
          <span className="mono">{current_awb}</span>
        </>
      )}
    </>
  );
}

function ArticleSentence({ sku }: { sku: string }) {
  const mayOpen = useMay('catalog:read');
  return (
    <>
      {mayOpen ? (
        <Link to="/office/catalog/$sku" params={{ sku }} className="mono">
          {sku}
        </Link>
      ) : (
        <span className="mono">{sku}</span>
      )}
      {' is an article: scan the order first'}
    </>
  );
}

interface ChoicesProps {
  orders: readonly ScannedOrder[];
  nameOf: (order: ScannedOrder) => ReactNode;
  onChoose: (orderNumber: string) => void;
}

function Choices({ orders, nameOf, onChoose }: ChoicesProps) {
  return (
    <span className={classes.choices}>
      {orders.map((order) => (
        <Button
          key={order.order_number}
          variant="default"
          onClick={() => onChoose(order.order_number)}
        >
          {nameOf(order)}
        </Button>
      ))}
    </span>
  );
}

/** Continues a sentence that begins with the order's number: what became of it. */
function stateOf(order: ScannedOrder, shippedBy: string | null): string {
  const { client_name, status, total, changed_at, shipments_count, units_left } = order;
  switch (status) {
    case 'awaiting_payment': {
      const owed = total === undefined ? 'an order' : formatMoney(total);
      return `is not paid: ${owed} of ${client_name}`;
    }
    case 'cancelled':
      return `was canceled ${formatMoment(changed_at)}`;
    case 'expired':
      return `expired ${formatMoment(changed_at)}, because it was not paid`;
    case 'partially_shipped':
      return `goes in ${shipments_count + 1} shipments: ${plural(units_left, 'unit is', 'units are')} left`;
    case 'pending':
      return 'is ready to ship';
    case 'shipped':
      return `was shipped ${shipmentOf(order, shippedBy)}`;
    case 'delivered':
    case 'returned':
      return `was ${status} ${formatMoment(changed_at)}, and shipped ${shipmentOf(order, shippedBy)}`;
  }
}

function shipmentOf(order: ScannedOrder, shippedBy: string | null): string {
  const { shipped_at, courier, tracking_number } = order;
  const by = shippedBy === null ? '' : ` by ${shippedBy}`;
  return `${shipped_at === null ? '' : formatMoment(shipped_at)}${by}, ${courier} ${tracking_number}`;
}
