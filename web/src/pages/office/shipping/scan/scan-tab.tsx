import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { unitsOf } from '../../../../../../src/fulfillment/pick-list/picking.ts';
import type { Paper } from '../../../../../../src/identity/brand/papers.ts';
import type {
  CreateShipmentDto,
  HandOverDto,
  OrderRecordDto,
  OrderToPickDto,
  ScanDto,
} from '../../../../api/generated/admin-types';
import {
  createShipmentMutation,
  getInstallationOptions,
  handOverBookingMutation,
  listCouriersOptions,
} from '../../../../api/generated/admin';
import { problemOf } from '../../../../api/problem';
import { useMay } from '../../../../frame/session';
import { useKeyedMutation, type MoneyVariables } from '../../../../shared/forms/use-money-mutation';
import { CameraScan } from '../../../../shared/camera/camera-scan';
import { plural } from '../../../../shared/format';
import { Notice } from '../../../../shared/layout/notice';
import { SectionCard } from '../../../../shared/layout/section-card';
import { CheckOfArticles } from './packing-rules';
import { NumberForm } from './number-form';
import classes from './scan-tab.module.css';
import { labelPaperOf, labelsAddress } from '../picking/booking-actions';
import { usePaper } from '../print-links';
import { PackedBooking } from './packed-booking';
import { ScanSentence } from './scan-sentence';
import { ToneSwitch } from './scan-tone';
import { ScannedOrder, type ScanTarget } from './scanned-order';
import { focusByKey, Shortcuts } from './shortcuts';
import { useScan } from './use-scan';

/** Shipments of this visit that stay on the page. */
const SHIPPED_SHOWN = 10;

interface Shipped {
  order: string;
  trackingNumber: string;
  units: number;
  /** Id of the shipment. */
  id: number | undefined;
  /** Id of the booking whose label was not printed. */
  labelOf?: number | undefined;
}

type Booking = OrderToPickDto['bookings'][number];

interface PackedBox {
  booking: Booking;
  packed: HandOverDto;
}

interface ScannedShipment extends CreateShipmentDto {
  order_number: string;
}

/**
 * Renders packing by scanner or keyboard: the AWB of a booked box, which Enter hands over; or the number of an order and its
 * tracking number.
 */
export function ScanTab() {
  const queryClient = useQueryClient();
  const [lastCourier, setLastCourier] = useState<string | null>(null);
  const [shipped, setShipped] = useState<readonly Shipped[]>([]);
  const couriers = useQuery(listCouriersOptions()).data?.data ?? [];
  const mayPrint = useMay('documents:print');
  const isIssued = useQuery(getInstallationOptions()).data?.data.issues_documents ?? false;
  const prints = mayPrint && isIssued;
  const { paper, field } = usePaper();
  const scanning = useScan();
  const opened = useRef<ScanTarget>(null);
  const order = scanning.scan?.to_ship ?? null;
  const ship = useKeyedMutation(
    {
      mutationFn: sendShipment,
      onSuccess: async ({ data }, sent) => {
        const latest = shippedOf(sent, data);
        setShipped((before) => [latest, ...before].slice(0, SHIPPED_SHOWN));
        setLastCourier(sent.courier);
        scanning.startOver();
        await queryClient.invalidateQueries();
      },
    },
    order !== null,
  );
  const booking = packedBookingOf(scanning.scan);
  const handOver = useKeyedMutation(
    {
      mutationFn: sendHandOver,
      onSuccess: async ({ data }, { booking: { units, printed } }) => {
        const { order_number, awb, shipment_id } = data;
        const latest = {
          order: order_number,
          trackingNumber: awb,
          units: unitsOf(units),
          id: shipment_id,
        };
        setShipped((before) =>
          [{ ...latest, labelOf: printed ? undefined : data.id }, ...before].slice(
            0,
            SHIPPED_SHOWN,
          ),
        );
        // Within the time in which a press of Enter may open a tab.
        if (prints) window.open(documentAddress(shipment_id, paper, !printed), '_blank');
        scanning.startOver();
        await queryClient.invalidateQueries();
      },
    },
    booking !== null,
  );
  const lookUp = (text: string): void => {
    ship.reset();
    handOver.reset();
    scanning.lookUp(text);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (focusByKey(event)) event.preventDefault();
    if (event.key !== 'Escape' || ship.isPending || handOver.isPending) return;
    event.preventDefault();
    ship.reset();
    handOver.reset();
    scanning.startOver();
  };
  return (
    // A shortcut for all fields inside; everything can be done without it.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div className={classes.layout} onKeyDown={onKeyDown}>
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
            onHandOver={(packed) => handOver.mutate({ booking, packed })}
          />
        )}
        {order !== null && booking === null && (
          <ScannedOrder
            key={scanning.key}
            ref={opened}
            order={order}
            courier={lastCourier ?? couriers[0]?.name ?? ''}
            isBusy={ship.isPending}
            error={ship.error}
            onShip={(shipment, onSuccess) => {
              ship.mutate({ order_number: order.order_number, ...shipment }, { onSuccess });
            }}
          />
        )}
        <ShippedList shipped={shipped} prints={prints} paper={paper} field={field} />
      </SectionCard>
      <div className={classes.aside}>
        <Shortcuts />
        <CheckOfArticles />
        <ToneSwitch />
      </div>
    </div>
  );
}

/** Finds the booked box that was scanned: by its AWB, or by the number of an order that has one. */
function packedBookingOf(scan: ScanDto | null): Booking | null {
  const booked = (scan?.to_ship?.bookings ?? []).filter(({ state }) => state === 'booked');
  const scanned = scan?.booking;
  if (scanned != null) return booked.find(({ id }) => id === scanned.id) ?? null;
  return booked.length === 1 ? booked[0]! : null;
}

function sendHandOver({ booking: { id }, packed }: PackedBox, money: MoneyVariables) {
  return handOverBookingMutation().mutationFn({ path: { id }, body: packed, ...money });
}

/** Makes the address of the invoice of a shipment, behind its slip unless that was printed with the label. */
function documentAddress(shipmentId: number, paper: Paper, hasSlip: boolean): string {
  return `/admin/shipments/${shipmentId}/pdf?slip=${hasSlip}&paper=${paper}`;
}

function sendShipment({ order_number, ...body }: ScannedShipment, money: MoneyVariables) {
  return createShipmentMutation().mutationFn({ path: { order_number }, body, ...money });
}

function shippedOf(sent: ScannedShipment, { shipments }: OrderRecordDto): Shipped {
  const units = unitsOf(sent.items ?? []);
  const id = shipments.at(-1)?.id;
  return { order: sent.order_number, trackingNumber: sent.tracking_number, units, id };
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
      {shipped.map(({ order, trackingNumber, units, id, labelOf }) => (
        <Notice key={`${order} ${trackingNumber}`} tone="ok">
          <p>
            {`Shipped ${plural(units, 'unit')} of `}
            <span className="mono">{order}</span>
            {' with '}
            <span className="mono">{trackingNumber}</span>
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
