import { CallLimits } from '../call-limits.js';
import { StubServer, type StubAnswer, type StubRequest } from '../stub-server.js';
import {
  COUNTS,
  DELHIVERY_SCANS,
  editAnswer,
  failed,
  NO_MONEY,
  packageOf,
  pushOf,
  trackedShipment,
  type DelhiveryScan,
  type StubShipment,
  type Tracking,
} from './texts.js';

type Handler = (query: URLSearchParams, body: string, path: string) => StubAnswer;

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

/** What can happen to a call. `lost_…`: no answer; `late`: executed only after the caller has given up. */
const DELHIVERY_FAULTS = [
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

/** What Delhivery knows and does, as its pages and recorded answers describe it. */
export abstract class DelhiveryDepot extends StubServer<DelhiveryFault> {
  readonly shipments = new Map<string, StubShipment>();
  readonly warehouses = new Set(['Godown 1']);
  /** PIN codes that are not served, and those under embargo. */
  readonly unserved = new Set<string>();
  readonly embargoes = new Set<string>();
  /** Requests for pick-ups by their days. */
  readonly pickups = new Map<string, string>();
  /** Requests for another attempt; without an outcome they are in work. */
  readonly failureRequests: { id: string; awb: string; outcome: string | null }[] = [];
  hasMoney = true;
  tracking: Tracking = 'right';
  protected readonly limits = new CallLimits(LIMITS);
  protected readonly chances = { paths: ['/api/cmu/create.json'], faults: DELHIVERY_FAULTS };
  private waybills = 0;

  scan(awb: string, name: DelhiveryScan, at: string): void {
    const [type, status, nsl, words] = DELHIVERY_SCANS[name];
    this.shipments.get(awb)!.scans.push({ type, status, nsl, words, at });
  }

  pushOf(awb: string): Buffer {
    return pushOf(this.shipments.get(awb)!);
  }

  /** Answers a call within the limits. */
  protected respond({ path, authorization, query, body }: StubRequest): StubAnswer {
    if (!this.limits.take(path)) return { status: 403, body: '<html>Forbidden</html>' };
    if (authorization !== 'Token stub-token') {
      return { status: 401, body: { detail: 'Invalid token.' } };
    }
    const [, handler] = this.handlers.find(([prefix]) => path.startsWith(prefix))!;
    return handler(query, body, path);
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

  private pincodes(query: URLSearchParams): StubAnswer {
    const wanted = query.get('filter_codes');
    const all = wanted === null ? ['110001', '560001', '560002'] : [wanted];
    const known = all.filter((pin) => /^[1-8]\d{5}$/.test(pin));
    return {
      status: 200,
      body: {
        delivery_codes: known.map((pin) => ({
          postal_code: {
            pin: Number(pin),
            pre_paid: this.unserved.has(pin) ? 'N' : 'Y',
            cod: 'Y',
            pickup: this.unserved.has(pin) ? 'N' : 'Y',
            is_oda: pin.endsWith('9') ? 'Y' : 'N',
            sort_code: 'BLR/HSK',
            // As hostile as a text of JSON can be to who cuts it.
            city: 'Bengaluru \\"}]',
            remarks: this.embargoes.has(pin) ? 'Embargo' : '',
          },
        })),
      },
    };
  }

  private fetchWaybills(query: URLSearchParams, count: number): StubAnswer {
    if (query.get('cl') !== 'WSO-STUB') {
      return { status: 400, body: { error: 'Unable to fetch client name for the token' } };
    }
    if (!(count >= 1 && count <= WAYBILLS_PER_CALL)) {
      return { status: 400, body: 'Bad Request! Count value should be less than 10000' };
    }
    const waybills = Array.from({ length: count }, () => `${57_930_810_000_000 + ++this.waybills}`);
    return { status: 200, body: JSON.stringify(waybills.join(',')) };
  }

  private create(body: string): StubAnswer {
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
    const awb = sent.waybill as string;
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
      return `Crashing while saving package due to exception '${String(sent.pin)} is non serviceable pincode'. Package might have been partially saved.`;
    }
    return null;
  }

  private edit(body: string): StubAnswer {
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

  private update(body: string): StubAnswer {
    const { data } = JSON.parse(body) as { data: { waybill: string; act: string }[] };
    const [{ waybill = '' } = {}] = data;
    const id = `UPL${70_200_521_839_149_000n + BigInt(this.failureRequests.length)}`;
    this.failureRequests.push({ id, awb: waybill, outcome: null });
    return { status: 200, body: { request_id: id } };
  }

  private failureOutcome(path: string): StubAnswer {
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

  private packingSlip(query: URLSearchParams): StubAnswer {
    const shipment = this.shipments.get(query.get('wbns')!);
    const packages = shipment ? [{ wbn: shipment.awb, sort_code: 'BLR/HSK', pt: 'Pre-paid' }] : [];
    return { status: 200, body: { packages, packages_found: packages.length } };
  }

  private noteWayBill(path: string, body: string): StubAnswer {
    const shipment = this.shipments.get(path.split('/').at(-2)!);
    if (!shipment) return { status: 200, body: { success: false, message: 'Package not found' } };
    const { data } = JSON.parse(body) as { data: { dcn: string; ewbn: string }[] };
    shipment.eWayBills.push(...data.map(({ dcn, ewbn }) => `${dcn} ${ewbn}`));
    return { status: 200, body: { success: true, message: 'Updated' } };
  }

  private packages(query: URLSearchParams): StubAnswer {
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
    const data = found.map((shipment) => ({ Shipment: trackedShipment(shipment, this.tracking) }));
    return { status: 200, body: { ShipmentData: data } };
  }

  private pickUp(body: string): StubAnswer {
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
}
