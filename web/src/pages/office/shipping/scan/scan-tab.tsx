import { useRef, type ReactNode } from 'react';
import type { Paper } from '../../../../../../src/identity/brand/papers.ts';
import { problemOf } from '../../../../api/problem';
import { CameraScan } from '../../../../shared/camera/camera-scan';
import { plural } from '../../../../shared/format';
import { Notice } from '../../../../shared/layout/notice';
import { SectionCard } from '../../../../shared/layout/section-card';
import { labelPaperOf, labelsAddress } from '../picking/booking-actions';
import { CheckOfArticles } from './packing-rules';
import { NumberForm } from './number-form';
import { PackedBooking } from './packed-booking';
import classes from './scan-tab.module.css';
import { ScanSentence } from './scan-sentence';
import { ToneSwitch } from './scan-tone';
import { focusWhole } from '../key-fields';
import { ScannedOrder } from './scanned-order';
import { Shortcuts } from './shortcuts';
import { usePackingKeys } from './use-packing-keys';
import { documentAddress, usePacking, type Shipped } from './use-packing';
import { useKeysAhead } from './use-keys-ahead';
import { useScan } from './use-scan';
import type { ScanTarget } from './use-scan-target';

const LEFT_OUT = 'What was scanned after it was not read: press Esc, and scan on from this box.';

/** Renders packing by scanner or keyboard: the label of a booked box, or the number of an order and its tracking number. */
export function ScanTab() {
  const table = useRef<HTMLDivElement>(null);
  const opened = useRef<ScanTarget>(null);
  const scanning = useScan();
  const focusNext = (): void =>
    opened.current === null ? focusWhole(scanning.field.current) : opened.current.focus();
  const { answering, keep, isLeftOut } = useKeysAhead(focusNext);
  const packing = usePacking(scanning, answering);
  const { order, booking, ship, handOver, handOverBox, shipped, courier } = packing;
  const lookUp = (text: string): void => {
    ship.reset();
    handOver.reset();
    answering(scanning.lookUp(text));
  };
  const startOver = (isAgain: boolean): void => {
    if (ship.isPending || handOver.isPending) return;
    if (!isAgain && opened.current?.asksToLeave() === true) return;
    ship.reset();
    handOver.reset();
    scanning.startOver();
  };
  usePackingKeys(table, startOver, keep, focusNext);
  return (
    <div ref={table} className={classes.layout}>
      <SectionCard title="Pack and hand over">
        <NumberForm
          field={scanning.field}
          problem={scanning.error === null ? undefined : problemOf(scanning.error).message}
          searched={scanning.text}
          onFind={lookUp}
        />
        <CameraScan
          onScan={(code) => (opened.current === null ? lookUp(code) : opened.current.scan(code))}
        />
        <ScanSentence text={scanning.text} scan={scanning.scan} onChoose={lookUp} />
        {order !== null && booking !== null && (
          <PackedBooking
            key={scanning.key}
            ref={opened}
            order={order}
            booking={booking}
            isBusy={handOver.isPending}
            error={handOver.error}
            onHandOver={(packed) => handOverBox({ booking, packed })}
          />
        )}
        {order !== null && booking === null && (
          <ScannedOrder
            key={scanning.key}
            ref={opened}
            order={order}
            answering={answering}
            courier={courier}
            recent={shipped}
            isBusy={ship.isPending}
            error={ship.error}
            onShip={(shipment, onSuccess) =>
              ship.mutateAsync({ order_number: order.order_number, ...shipment }, { onSuccess })
            }
          />
        )}
        <p role="status">{isLeftOut && LEFT_OUT}</p>
        <ShippedList {...packing} shipped={shipped} />
      </SectionCard>
      <Aside />
    </div>
  );
}

function Aside() {
  return (
    <div className={classes.aside}>
      <Shortcuts />
      <CheckOfArticles />
      <ToneSwitch />
    </div>
  );
}

interface ShippedListProps {
  shipped: readonly Shipped[];
  prints: boolean;
  paper: Paper;
  /** The choice of the paper. */
  field: ReactNode;
}

/** Lists what was shipped, with links to slip and invoice of each shipment in one file, if invoices are issued. */
function ShippedList({ shipped, prints, paper, field }: ShippedListProps) {
  return (
    <div role="status" className={classes.shipped}>
      {prints && shipped.some(({ id }) => id !== undefined) && field}
      {shipped.map(({ order, trackingNumber, courier, units, id, labelOf }) => (
        <Notice key={`${order} ${trackingNumber}`} tone="ok">
          <p>
            {`Shipped ${plural(units, 'unit')} of `}
            <span className="mono">{order}</span>
            {' with '}
            <span className="mono">{trackingNumber}</span>
            {courier !== undefined && ` of ${courier}`}
          </p>
          {prints && id !== undefined && (
            <a href={documentAddress(id, paper, true)} target="_blank" rel="noreferrer">
              Print slip and invoice
            </a>
          )}{' '}
          {labelOf !== undefined && (
            <a
              href={labelsAddress([labelOf], labelPaperOf(paper))}
              target="_blank"
              rel="noreferrer"
            >
              Print label
            </a>
          )}
        </Notice>
      ))}
    </div>
  );
}
