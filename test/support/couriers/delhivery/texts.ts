import type { StubAnswer } from '../stub-server.js';

/** Type, status, code and words of the scans that a shipment gets. */
export const DELHIVERY_SCANS = {
  manifested: ['UD', 'Manifested', 'X-UCI', 'Manifest uploaded'],
  not_picked: ['UD', 'Not Picked', 'X-PNP', 'Shipment not received from client'],
  canceled: ['UD', 'Not Picked', 'DTUP-210', 'Seller cancelled the order'],
  picked_up: ['UD', 'In Transit', 'X-PPOM', 'Shipment picked up'],
  in_transit: ['UD', 'In Transit', 'X-DBL1F', 'Added to Bag'],
  at_destination: ['UD', 'Pending', 'X-IBD3F', 'Shipment Received at Facility'],
  out_for_delivery: ['UD', 'Dispatched', 'X-DDD3FD', 'Out for delivery'],
  unavailable: ['UD', 'Pending', 'EOD-11', 'Consignee unavailable'],
  refused: ['UD', 'Pending', 'EOD-6', 'Consignee refused to accept'],
  not_attempted: ['UD', 'Pending', 'EOD-86', 'Not attempted'],
  returning: ['RT', 'In Transit', 'RT-101', 'Returned as per client instructions'],
  returned: ['DL', 'RTO', 'RD-AC', 'Return accepted'],
  returned_by_customer: ['DL', 'DTO', 'RD-AC', 'Return accepted'],
  delivered: ['DL', 'Delivered', 'EOD-38', 'Delivered to consignee'],
  lost: ['LT', 'Lost', 'LT-100', 'Shipment lost'],
  unheard_of: ['XX', 'Teleported', 'EOD-999', 'Sent by other means'],
} as const;
export type DelhiveryScan = keyof typeof DELHIVERY_SCANS;

interface Scan {
  type: string;
  status: string;
  nsl: string;
  words: string;
  at: string;
}

export interface StubShipment {
  awb: string;
  /** As it was sent. */
  sent: Record<string, unknown>;
  scans: Scan[];
  eWayBills: string[];
}

/** How the tracking misleads. */
export type Tracking = 'right' | 'lagging' | 'contradicting' | 'repeating';

export const NO_MONEY =
  "Crashing while saving package due to exception 'Prepaid client manifest charge API failed due to insufficient balance'. Package might have been partially saved.";
export const COUNTS = {
  cash_pickups_count: 0,
  package_count: 1,
  prepaid_count: 1,
  pickups_count: 0,
  upload_wbn: 'UPL14784772876334680653',
};

export function packageOf({ awb, sent }: StubShipment): object {
  const state = { status: 'Success', sort_code: 'BLR/HSK', serviceable: true, remarks: [''] };
  const payment = { client: 'WSO-STUB', payment: 'Pre-paid', cod_amount: 0.0 };
  return { waybill: awb, refnum: sent.order, ...payment, ...state };
}

/** Delhivery declines a booking with status 200. */
export function failed(remark: string, more: object = {}): StubAnswer {
  const made = { waybill: '', status: 'Fail', serviceable: true, remarks: [remark] };
  const rmk = 'packages' in more ? remark : 'An internal Error has occurred';
  return { status: 200, body: { ...COUNTS, packages: [made], success: false, rmk, ...more } };
}

export function editAnswer(status: string, waybill: unknown, remark: string): string {
  return `<?xml version="1.0" encoding="utf-8"?>\n<root><status>${status}</status><waybill>${String(waybill)}</waybill><order_id></order_id><remark>${remark}</remark></root>`;
}

/** Writes the push of the newest scan of a shipment. */
export function pushOf({ awb, sent, scans }: StubShipment): Buffer {
  const { type, status, nsl, words, at } = scans.at(-1)!;
  const body = {
    Shipment: {
      Status: {
        Status: status,
        StatusDateTime: at,
        StatusType: type,
        StatusLocation: 'Bengaluru_Hoskote_GW (Karnataka)',
        Instructions: words,
      },
      PickUpDate: at.replace('T', ' '),
      NSLCode: nsl,
      Sortcode: 'BLR/HSK',
      ReferenceNo: sent.order,
      AWB: awb,
    },
  };
  return Buffer.from(JSON.stringify(body));
}

export function trackedShipment(
  { awb, sent, scans: all }: StubShipment,
  tracking: Tracking,
): object {
  const isLagging = tracking === 'lagging' && all.length > 1;
  const kept = isLagging ? all.slice(0, -1) : all;
  const scans = tracking === 'repeating' ? [...kept, ...kept] : kept;
  const { type, status, nsl, words, at } = tracking === 'contradicting' ? scans[0]! : scans.at(-1)!;
  const place = 'Bengaluru_Hoskote_GW (Karnataka)';
  return {
    AWB: awb,
    CODAmount: 0,
    ChargedWeight: null,
    DispatchCount: scans.filter((scan) => scan.status === 'Dispatched').length,
    ExpectedDeliveryDate: '2026-11-30T23:59:59',
    InvoiceAmount: sent.total_amount,
    OrderType: 'Pre-paid',
    PickupLocation: 'Godown 1',
    PromisedDeliveryDate: '2026-11-30T23:59:59',
    ReferenceNo: sent.order,
    Scans: scans.map((scan) => ({
      ScanDetail: {
        Instructions: scan.words,
        Scan: scan.status,
        ScanDateTime: scan.at,
        ScanType: scan.type,
        ScannedLocation: place,
        StatusCode: scan.nsl,
        StatusDateTime: scan.at,
      },
    })),
    Status: {
      Instructions: words,
      RecievedBy: '',
      Status: status,
      StatusCode: nsl,
      StatusDateTime: at,
      StatusLocation: place,
      StatusType: type,
    },
  };
}
