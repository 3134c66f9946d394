import type { StubAnswer } from '../stub-server.js';

/** Status id, its name, and the driver's words of the scans that a shipment gets. */
export const SHIPROCKET_SCANS = {
  manifested: ['NA', 'NA', 'Manifest uploaded'],
  canceled: [8, 'CANCELED', 'Shipment canceled'],
  picked_up: [42, 'PICKED UP', 'In Transit - Shipment picked up'],
  in_transit: [18, 'IN TRANSIT', 'In Transit - Added to Bag'],
  at_destination: [38, 'REACHED AT DESTINATION HUB', 'Shipment Received at Facility'],
  out_for_delivery: [17, 'OUT FOR DELIVERY', 'Out for delivery'],
  unavailable: [21, 'UNDELIVERED', 'Undelivered: Consignee unavailable'],
  refused: [21, 'UNDELIVERED', 'Consignee refused to accept'],
  not_attempted: [21, 'UNDELIVERED', 'Not attempted'],
  returning: [9, 'RTO INITIATED', 'Returned as per client instructions'],
  returned: [10, 'RTO DELIVERED', 'Return accepted'],
  delivered: [7, 'DELIVERED', 'Delivered to consignee'],
  lost: [12, 'LOST', 'Shipment lost'],
  unheard_of: [4711, 'TELEPORTED', 'Sent by other means'],
} as const;
export type ShiprocketScan = keyof typeof SHIPROCKET_SCANS;

export interface StubScan {
  name: ShiprocketScan;
  /** Without a zone. */
  at: string;
}

export interface StubAwb {
  awb: string;
  isCanceled: boolean;
  scans: StubScan[];
}

/** An order with its one shipment. */
export interface StubOrder {
  id: number;
  shipmentId: number;
  /** As it was sent. */
  sent: Record<string, unknown>;
  isCanceled: boolean;
  /** Every AWB that it was given; the last one is shown. */
  awbs: StubAwb[];
  pickup: string | null;
  pickupDay: string | null;
}

/** How the tracking misleads. */
export type Tracking = 'right' | 'lagging' | 'repeating' | 'silent';

export const NO_MONEY =
  'Insufficient amount in your Shiprocket account. Please recharge your wallet.';

export function declined(status: number, message: unknown): StubAnswer {
  return { status, body: { message, status_code: status } };
}

export function orderAnswer({ id, shipmentId, isCanceled }: StubOrder): StubAnswer {
  const body = {
    order_id: id,
    shipment_id: shipmentId,
    status: isCanceled ? 'CANCELED' : 'NEW',
    status_code: isCanceled ? 5 : 1,
    onboarding_completed_now: 0,
    awb_code: '',
    courier_company_id: '',
    courier_name: '',
  };
  return { status: 200, body };
}

export function awbAnswer({ id, shipmentId }: StubOrder, awb: string): StubAnswer {
  const data = {
    courier_company_id: 142,
    awb_code: awb,
    cod: 0,
    order_id: id,
    shipment_id: shipmentId,
    awb_code_status: 1,
    assigned_date_time: { date: '2026-11-27 11:17:52.878599', timezone: 'Asia/Kolkata' },
    applied_weight: 1.25,
    company_id: 25_149,
    courier_name: 'Amazon Surface',
    freight_charges: 61.36,
    routing_code: 'BLR/HSK',
  };
  return { status: 200, body: { awb_assign_status: 1, response: { data } } };
}

/** Shiprocket declines an AWB with status 200. */
export function unassigned(awb_assign_error: string): StubAnswer {
  return { status: 200, body: { awb_assign_status: 0, response: { data: { awb_assign_error } } } };
}

export function shipmentOf(order: StubOrder): object {
  const { awb = '', isCanceled = false, scans = [] } = order.awbs.at(-1) ?? {};
  const moved = scans.at(-1)?.name ?? 'manifested';
  const [id] = SHIPROCKET_SCANS[isCanceled ? 'canceled' : moved];
  return {
    id: order.shipmentId,
    order_id: order.id,
    awb,
    courier: awb === '' ? '' : 'Amazon Surface',
    status: id === 'NA' ? 1 : id,
    pickup_token_number: order.pickup,
  };
}

function activitiesOf(scans: readonly StubScan[]): object[] {
  const written = scans.map(({ name, at }) => {
    const [id, label, words] = SHIPROCKET_SCANS[name];
    const sr = { 'sr-status': String(id), 'sr-status-label': label };
    return {
      date: at,
      status: `X-${label}`,
      activity: words,
      location: 'Hoskote (Karnataka)',
      ...sr,
    };
  });
  return written.toReversed();
}

export function trackingOf(order: StubOrder, one: StubAwb, tracking: Tracking): object {
  const kept = tracking === 'lagging' ? one.scans.slice(0, -1) : one.scans;
  const scans = tracking === 'repeating' ? [...kept, ...kept] : kept;
  const isSilent = tracking === 'silent';
  const shipment = {
    awb_code: isSilent ? '' : one.awb,
    courier_company_id: 142,
    shipment_id: order.shipmentId,
    order_id: order.id,
    weight: '1.25',
    packages: 1,
    current_status: 'In Transit',
    courier_name: 'Amazon Surface',
    edd: '2026-11-30 23:59:00',
  };
  const error = 'There is no activities found in our DB.';
  return {
    tracking_data: {
      track_status: isSilent ? 0 : 1,
      shipment_status: SHIPROCKET_SCANS[scans.at(-1)?.name ?? 'manifested'][0],
      shipment_track: [shipment],
      shipment_track_activities: isSilent ? null : activitiesOf(scans),
      track_url: `https://shiprocket.co/tracking/${one.awb}`,
      etd: '2026-11-30 23:59:00',
      ...(isSilent && { error }),
    },
  };
}

/** Writes the push of the newest scan of an AWB. */
export function pushOf(order: StubOrder, { awb, scans }: StubAwb): Buffer {
  const { name, at } = scans.at(-1)!;
  const [id, label] = SHIPROCKET_SCANS[name];
  const [day = '', time = ''] = at.split(' ');
  const body = {
    awb,
    courier_name: 'Amazon Surface',
    // The texts differ from the ids at times.
    current_status: 'IN TRANSIT',
    current_status_id: 20,
    shipment_status: label,
    shipment_status_id: id,
    current_timestamp: `${day.split('-').toReversed().join(' ')} ${time}`,
    order_id: order.sent.order_id,
    sr_order_id: order.id,
    etd: '2026-11-30 23:59:00',
    scans: activitiesOf(scans),
    is_return: 0,
    channel_id: 3_422_553,
    pod_status: 'OTP Based delivery',
  };
  return Buffer.from(JSON.stringify(body));
}
