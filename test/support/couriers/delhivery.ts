import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { CallLimits } from './call-limits.js';
import { seededRandom } from './seeded-random.js';

/** What can happen to a call. `lost_…`: no answer; `late`: executed only after the caller has given up. */
export const DELHIVERY_FAULTS = [
  'lost_before',
  'lost_after',
  'late',
  'error_500',
  'error_502_after',
  'busy_429',
  'firewall_403',
  'xml',
  'html',
  'partly_saved',
  'refused',
  'no_money',
] as const;
export type DelhiveryFault = (typeof DELHIVERY_FAULTS)[number];

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

interface Answer {
  status: number;
  /** A text is sent as it is, anything else as JSON. */
  body: unknown;
  headers?: Record<string, string>;
}
type Handler = (query: URLSearchParams, body: string, path: string) => Answer;

/** Limits of calls in five minutes, from Delhivery's pages. */
const LIMITS = {
  '/c/api/pin-codes/json/': 4_500,
  '/waybill/api/bulk/json/': 5,
  '/waybill/api/fetch/json/': 750,
  '/api/cmu/create.json': 20_000,
  '/api/p/edit': 12_200,
  '/api/rest/ewaybill/': 250,
  '/api/v1/packages/json/': 750,
  '/api/p/packing_slip': 3_000,
  '/fm/request/new/': 4_000,
};
const AWBS_PER_ASK = 50;
const WAYBILLS_PER_CALL = 10_000;
const NOT_FOUND = 'Data does not exists for provided Waybill(s)';

/** Delhivery's API as its pages and recorded answers describe it, kept in memory. It passes no call above a limit. */
export class DelhiveryStub {
  readonly shipments = new Map<string, StubShipment>();
  /** Received calls, as `POST /api/cmu/create.json`. */
  readonly calls: string[] = [];
  readonly warehouses = new Set(['Godown 1']);
  /** PIN codes that are not served, and those under embargo. */
  readonly unserved = new Set<string>();
  readonly embargoes = new Set<string>();
  readonly pickups = new Map<string, string>();
  readonly failureRequests: { id: string; awb: string; outcome: string | null }[] = [];
  hasMoney = true;
  /** How the tracking misleads. */
  tracking: 'right' | 'lagging' | 'contradicting' | 'repeating' = 'right';
  /** Takes the next calls of a path, before the usual answers. */
  private readonly planned: { path: string; fault: DelhiveryFault | Answer }[] = [];
  private readonly limits: CallLimits;
  private readonly random: () => number;
  private waybills = 0;

  private constructor(
    private readonly server: Server,
    private readonly options: { seed: number; faultShare: number; lateMs: number },
  ) {
    this.random = seededRandom(options.seed);
    this.limits = new CallLimits(LIMITS);
  }

  /**
   * @param faultShare share of the bookings with a random fault
   * @param lateMs the longest time after which a late call is executed
   */
  static async open({ seed = 1, faultShare = 0, lateMs = 0 } = {}): Promise<DelhiveryStub> {
    const server = createServer();
    const stub = new DelhiveryStub(server, { seed, faultShare, lateMs });
    server.on('request', (request, response) => void stub.answer(request, response));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return stub;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Fails if a limit was passed. */
  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
    this.limits.check();
  }

  /** Answers the next calls of a path in another way: by a fault, or an answer. */
  plan(path: string, ...faults: (DelhiveryFault | Answer)[]): void {
    this.planned.push(...faults.map((fault) => ({ path, fault })));
  }

  scan(awb: string, name: DelhiveryScan, at: string): void {
    const [type, status, nsl, words] = DELHIVERY_SCANS[name];
    this.shipments.get(awb)!.scans.push({ type, status, nsl, words, at });
  }

  /** Writes the push of the newest scan of a shipment. */
  pushOf(awb: string): Buffer {
    const { sent, scans } = this.shipments.get(awb)!;
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

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname: path, searchParams: query } = new URL(request.url!, this.url);
    const body = await text(request);
    this.calls.push(`${request.method} ${path}`);
    const isTooOften = !this.limits.take(path);
    const execute = (): Answer => {
      if (isTooOften) return { status: 403, body: '<html>Forbidden</html>' };
      if (request.headers.authorization !== 'Token stub-token') {
        return { status: 401, body: { detail: 'Invalid token.' } };
      }
      const [, handler] = this.handlers.find(([prefix]) => path.startsWith(prefix))!;
      return handler(query, body, path);
    };
    const fault = this.faultFor(path);
    const answer = this.answerWith(fault, execute);
    if (answer === null) return;
    const { status, body: answered, headers } = answer;
    response.writeHead(status, headers);
    response.end(typeof answered === 'string' ? answered : JSON.stringify(answered));
  }

  private faultFor(path: string): DelhiveryFault | Answer | null {
    const index = this.planned.findIndex((one) => one.path === path);
    if (index >= 0) return this.planned.splice(index, 1)[0]!.fault;
    if (path !== '/api/cmu/create.json' || this.random() >= this.options.faultShare) return null;
    return DELHIVERY_FAULTS[Math.floor(this.random() * DELHIVERY_FAULTS.length)]!;
  }

  /** @returns null: there is no answer */
  private answerWith(fault: DelhiveryFault | Answer | null, execute: () => Answer): Answer | null {
    if (fault === null) return execute();
    if (typeof fault === 'object') return fault;
    switch (fault) {
      case 'lost_before':
        return null;
      case 'lost_after':
        execute();
        return null;
      case 'late':
        setTimeout(execute, this.random() * this.options.lateMs).unref();
        return null;
      case 'error_500':
        return { status: 500, body: { detail: 'Server Error' } };
      case 'error_502_after':
        execute();
        return { status: 502, body: '<html>Bad Gateway</html>' };
      case 'busy_429':
        return { status: 429, body: { detail: 'Throttled, wait 8 seconds.' } };
      case 'firewall_403':
        return { status: 403, body: '<html>403 Forbidden</html>' };
      case 'xml':
        execute();
        return { status: 200, body: '<?xml version="1.0" encoding="utf-8"?><root></root>' };
      case 'html':
        return { status: 200, body: '<html>Maintenance</html>' };
      case 'partly_saved':
        execute();
        return failed('An internal error. Package might have been partially saved.');
      case 'refused':
        return failed(
          'exception suspicious order/consignee. Package might have been partially saved.',
        );
      case 'no_money':
        return failed(NO_MONEY);
    }
  }

  private readonly handlers: readonly [string, Handler][] = [
    ['/c/api/pin-codes/json/', (query) => this.pincodes(query)],
    ['/waybill/api/fetch/json/', (query) => this.fetchWaybills(query, 1)],
    ['/waybill/api/bulk/json/', (query) => this.fetchWaybills(query, Number(query.get('count')))],
    ['/api/cmu/create.json', (_, body) => this.create(body)],
    ['/api/cmu/get_bulk_upl/', (_, _body, path) => this.failureOutcome(path)],
    ['/api/p/edit', (_, body) => this.edit(body)],
    ['/api/p/update', (_, body) => this.update(body)],
    ['/api/p/packing_slip', (query) => this.packingSlip(query)],
    ['/api/rest/ewaybill/', (_, body, path) => this.noteWayBill(path, body)],
    ['/api/v1/packages/json/', (query) => this.packages(query)],
    ['/fm/request/new/', (_, body) => this.pickUp(body)],
  ];

  private pincodes(query: URLSearchParams): Answer {
    const wanted = query.get('filter_codes');
    const all = wanted === null ? ['110001', '560001', '560002'] : [wanted];
    const known = all.filter((pin) => /^[1-8]\d{5}$/.test(pin));
    return {
      status: 200,
      body: {
        delivery_codes: known.map((pin) => ({
          postal_code: {
            ...{ pin: Number(pin), country_code: 'IN', state_code: 'KA', district: 'Bengaluru' },
            ...{ pre_paid: this.unserved.has(pin) ? 'N' : 'Y', cod: 'Y', cash: 'Y', pickup: 'Y' },
            ...{ repl: 'Y', is_oda: pin.endsWith('9') ? 'Y' : 'N', sort_code: 'BLR/HSK' },
            ...{ max_amount: 0.0, max_weight: 0.0, city: 'Bengaluru "}]' },
            remarks: this.embargoes.has(pin) ? 'Embargo' : '',
          },
        })),
      },
    };
  }

  private fetchWaybills(query: URLSearchParams, count: number): Answer {
    if (query.get('cl') !== 'WSO-STUB') {
      return { status: 400, body: { error: 'Unable to fetch client name for the token' } };
    }
    if (!(count >= 1 && count <= WAYBILLS_PER_CALL)) {
      return { status: 400, body: 'Bad Request! Count value should be less than 10000' };
    }
    const waybills = Array.from({ length: count }, () => `${57_930_810_000_000 + ++this.waybills}`);
    return { status: 200, body: JSON.stringify(waybills.join(',')) };
  }

  private create(body: string): Answer {
    const data = new URLSearchParams(body).get('data') ?? '';
    if (/[&#%;\\]/.test(data)) return failed('Unterminated string starting at: line 1 column 9');
    const { shipments, pickup_location: place } = JSON.parse(data) as {
      shipments: Record<string, unknown>[];
      pickup_location: { name: string };
    };
    const [sent = {}] = shipments;
    if (!this.warehouses.has(place.name)) {
      return failed('ClientWarehouse matching query does not exist.', { packages: [] });
    }
    const problem = this.problemOf(sent);
    if (problem !== null) return failed(problem);
    const awb = String(sent.waybill || this.newWaybill());
    const shipment = { awb, sent, scans: [], eWayBills: [] };
    this.shipments.set(awb, shipment);
    this.scan(awb, 'manifested', '2026-11-26T23:56:59.828');
    return { status: 200, body: { ...COUNTS, packages: [packageOf(shipment)], success: true } };
  }

  private problemOf(sent: Record<string, unknown>): string | null {
    if (!this.hasMoney) return NO_MONEY;
    if (this.shipments.has(String(sent.waybill))) return 'Duplicate waybill';
    const six = (of: Record<string, unknown>): string =>
      JSON.stringify([of.order, of.total_amount, of.products_desc, of.payment_mode, of.name]);
    const others = [...this.shipments.values()];
    if (others.some((other) => six(other.sent) === six(sent))) return 'Duplicate Order Id';
    if (!/^\d{10}$/.test(String(sent.phone))) return 'Incorrect phone number(s) for order';
    if (String(sent.order).length > 50) return 'oid does not pass the validator <lambda>';
    if (!/^[1-8]\d{5}$/.test(String(sent.pin)) || this.unserved.has(String(sent.pin))) {
      return `Crashing while saving package due to exception '${sent.pin} is non serviceable pincode'. Package might have been partially saved.`;
    }
    return null;
  }

  private edit(body: string): Answer {
    const { waybill, cancellation, ...changes } = JSON.parse(body) as Record<string, unknown>;
    const shipment = this.shipments.get(String(waybill));
    const { type = '', status = '' } = shipment?.scans.at(-1) ?? {};
    const isOpen =
      type === 'UD' && ['Manifested', 'Not Picked', 'In Transit', 'Pending'].includes(status);
    if (shipment === undefined || !isOpen) {
      return { status: 200, body: editAnswer('False', waybill, 'Package in incorrect status') };
    }
    if (cancellation === 'true') {
      const isWithUs = ['Manifested', 'Not Picked'].includes(status);
      this.scan(shipment.awb, isWithUs ? 'canceled' : 'returning', '2026-12-31T11:00:00');
      return { status: 200, body: editAnswer('True', waybill, 'Shipment has been cancelled.') };
    }
    Object.assign(shipment.sent, changes);
    return { status: 200, body: editAnswer('True', waybill, 'Shipment has been updated.') };
  }

  private update(body: string): Answer {
    const { data } = JSON.parse(body) as { data: { waybill: string; act: string }[] };
    const [{ waybill = '' } = {}] = data;
    const id = `UPL${70_200_521_839_149_000n + BigInt(this.failureRequests.length)}`;
    this.failureRequests.push({ id, awb: waybill, outcome: null });
    return { status: 200, body: { request_id: id } };
  }

  private failureOutcome(path: string): Answer {
    const id = path.split('/').at(-1);
    const { awb, outcome } = this.failureRequests.find((request) => request.id === id)!;
    const base = { request_id: id, failed_wbns: [], success_wbns: [] };
    if (outcome === null) return { status: 200, body: { ...base, status: 'In Progress' } };
    if (outcome === 'accepted') {
      return { status: 200, body: { ...base, status: 'Success', success_wbns: [awb] } };
    }
    const failure = { status: 'Failure', remark: 'Zero waybills affected' };
    return {
      status: 200,
      body: { ...base, ...failure, failed_wbns: [{ wbn: awb, message: outcome }] },
    };
  }

  private packingSlip(query: URLSearchParams): Answer {
    const shipment = this.shipments.get(query.get('wbns')!);
    const packages = shipment ? [{ wbn: shipment.awb, sort_code: 'BLR/HSK', pt: 'Pre-paid' }] : [];
    return { status: 200, body: { packages, packages_found: packages.length } };
  }

  private noteWayBill(path: string, body: string): Answer {
    const shipment = this.shipments.get(path.split('/').at(-2)!);
    if (!shipment) return { status: 200, body: { success: false, message: 'Package not found' } };
    const { data } = JSON.parse(body) as { data: { dcn: string; ewbn: string }[] };
    shipment.eWayBills.push(...data.map(({ dcn, ewbn }) => `${dcn} ${ewbn}`));
    return { status: 200, body: { success: true, message: 'Updated' } };
  }

  private packages(query: URLSearchParams): Answer {
    const awbs = (query.get('waybill') ?? '').split(',').filter(Boolean);
    if (awbs.length > AWBS_PER_ASK) this.limits.passed(`${awbs.length} waybills in one call`);
    const reference = query.get('ref_ids');
    const found = [...this.shipments.values()].filter(({ awb, sent }) =>
      awbs.length > 0 ? awbs.includes(awb) : sent.order === reference,
    );
    if (found.length === 0) {
      const rmk = `Some error has occurred. Please contact client.support@delhivery.com with error message- ${NOT_FOUND}`;
      return { status: 200, body: { Success: false, Error: NOT_FOUND, rmk } };
    }
    const data = found.map((shipment) => ({ Shipment: this.trackedShipment(shipment) }));
    return { status: 200, body: { ShipmentData: data } };
  }

  private trackedShipment({ awb, sent, scans: all }: StubShipment): object {
    const isLagging = this.tracking === 'lagging' && all.length > 1;
    const kept = isLagging ? all.slice(0, -1) : all;
    const scans = this.tracking === 'repeating' ? [...kept, ...kept] : kept;
    const { type, status, nsl, words, at } =
      this.tracking === 'contradicting' ? scans[0]! : scans.at(-1)!;
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

  private pickUp(body: string): Answer {
    const { pickup_date: day, pickup_location: place } = JSON.parse(body) as Record<string, string>;
    if (!this.warehouses.has(place!)) {
      const problem = 'Invalid Pickup Location ClientWarehouse matching query does not exist.';
      return { status: 400, body: { pickup_location: problem } };
    }
    const open = this.pickups.get(day!);
    if (open !== undefined) {
      const problem = `A Pickup Request ${open} for this Pickup Location Already Exist`;
      return { status: 400, body: { error: problem } };
    }
    const id = 125_822 + this.pickups.size;
    this.pickups.set(day!, String(id));
    return { status: 201, body: { pickup_id: id, client_name: 'WSO-STUB', pickup_date: day } };
  }

  private newWaybill(): string {
    this.waybills += 1;
    return `${57_930_810_000_000 + this.waybills}`;
  }
}

const NO_MONEY =
  "Crashing while saving package due to exception 'Prepaid client manifest charge API failed due to insufficient balance'. Package might have been partially saved.";
const COUNTS = {
  ...{ cash_pickups_count: 0.0, package_count: 1, prepaid_count: 1, pickups_count: 0 },
  ...{ replacement_count: 0, cash_pickups: 0.0, cod_amount: 0.0, cod_count: 0 },
  upload_wbn: 'UPL14784772876334680653',
};

function packageOf({ awb, sent }: StubShipment): object {
  const state = { status: 'Success', sort_code: 'BLR/HSK', serviceable: true, remarks: [''] };
  const payment = { client: 'WSO-STUB', payment: 'Pre-paid', cod_amount: 0.0 };
  return { waybill: awb, refnum: sent.order, ...payment, ...state };
}

/** Delhivery declines a booking with status 200. */
function failed(remark: string, more: object = {}): Answer {
  const made = { waybill: '', status: 'Fail', serviceable: true, remarks: [remark] };
  const rmk = 'packages' in more ? remark : 'An internal Error has occurred';
  return { status: 200, body: { ...COUNTS, packages: [made], success: false, rmk, ...more } };
}

function editAnswer(status: string, waybill: unknown, remark: string): string {
  return `<?xml version="1.0" encoding="utf-8"?>\n<root><status>${status}</status><waybill>${String(waybill)}</waybill><order_id></order_id><remark>${remark}</remark></root>`;
}
