import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Paper } from '../../../../../../src/identity/brand/papers.ts';
import { unitsOf } from '../../../../../../src/fulfillment/pick-list/picking.ts';
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
import { useMay } from '../../../../frame/session';
import { useKeyedMutation, type MoneyVariables } from '../../../../shared/forms/use-money-mutation';
import { usePaper } from '../print-links';
import { useLastCourier } from '../courier-field';
import type { Answering } from './use-keys-ahead';
import type { useScan } from './use-scan';

/** Shipments of this visit that stay on the page. */
const SHIPPED_SHOWN = 10;

export interface Shipped {
  order: string;
  trackingNumber: string;
  /** Left out for a booked box, which only its courier takes. */
  courier?: string;
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

/** Ships what was scanned, and remembers what was shipped. */
export function usePacking(scanning: ReturnType<typeof useScan>, answering: Answering) {
  const queryClient = useQueryClient();
  const [lastCourier, setLastCourier] = useLastCourier();
  const [shipped, setShipped] = useState<readonly Shipped[]>([]);
  const mayPrint = useMay('documents:print');
  const isIssued = useQuery(getInstallationOptions()).data?.data.issues_documents ?? false;
  const prints = mayPrint && isIssued;
  const { paper, field } = usePaper();
  const order = scanning.scan?.to_ship ?? null;
  const remember = (latest: Shipped): void =>
    setShipped((before) => [latest, ...before].slice(0, SHIPPED_SHOWN));
  const ship = useKeyedMutation(
    {
      mutationFn: sendShipment,
      onSuccess: ({ data }, sent) => {
        remember(shippedOf(sent, data));
        setLastCourier(sent.courier);
        scanning.startOver();
        void queryClient.invalidateQueries();
      },
    },
    order !== null,
  );
  const booking = packedBookingOf(scanning.scan);
  const handOver = useKeyedMutation(
    {
      mutationFn: sendHandOver,
      onSuccess: ({ data }, { booking: { units, printed } }) => {
        const { id, order_number: order, awb: trackingNumber, shipment_id: shipmentId } = data;
        const labelOf = printed ? undefined : id;
        remember({ order, trackingNumber, units: unitsOf(units), id: shipmentId, labelOf });
        // Within the time in which a press of Enter may open a tab.
        if (prints) window.open(documentAddress(shipmentId, paper, !printed), '_blank');
        scanning.startOver();
        void queryClient.invalidateQueries();
      },
    },
    booking !== null,
  );
  const handOverBox = (box: PackedBox): void =>
    answering(handOver.mutateAsync(box).then(() => true));
  const couriers = useQuery(listCouriersOptions()).data?.data ?? [];
  const courier = lastCourier === '' ? (couriers[0]?.name ?? '') : lastCourier;
  return { order, booking, ship, handOver, handOverBox, shipped, courier, prints, paper, field };
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
export function documentAddress(shipmentId: number, paper: Paper, hasSlip: boolean): string {
  return `/admin/shipments/${shipmentId}/pdf?slip=${hasSlip}&paper=${paper}`;
}

function sendShipment({ order_number, ...body }: ScannedShipment, money: MoneyVariables) {
  return createShipmentMutation().mutationFn({ path: { order_number }, body, ...money });
}

function shippedOf(sent: ScannedShipment, { shipments }: OrderRecordDto): Shipped {
  const units = unitsOf(sent.items ?? []);
  const id = shipments.at(-1)?.id;
  const { order_number: order, tracking_number: trackingNumber, courier } = sent;
  return { order, trackingNumber, courier, units, id };
}
