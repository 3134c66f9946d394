import { CallLimits } from '../call-limits.js';
import { StubServer, type StubAnswer, type StubRequest } from '../stub-server.js';
import {
  awbAnswer,
  declined,
  orderAnswer,
  pushOf,
  shipmentOf,
  trackingOf,
  type ShiprocketScan,
  type StubAwb,
  type StubOrder,
  type Tracking,
} from './texts.js';

/** What can happen to a call. `lost_…`: no answer; `late`: executed only after the caller has given up. */
const SHIPROCKET_FAULTS = [
  'lost_before',
  'lost_after',
  'late',
  'error_500',
  'error_502_after',
  'busy_429',
  'firewall_403',
  'html',
  'refused',
  'no_money',
] as const;
export type ShiprocketFault = (typeof SHIPROCKET_FAULTS)[number];

/** A label of the smallest size that is taken. */
export const PDF_FILE = `%PDF-1.4 ${'labels of Shiprocket '.repeat(25)}\n%%EOF\n`;

/** Shiprocket names no limits. A token lasts for ten days, so more logins than these are a fault of the service. */
const LIMITS = { '/auth/login': 20 };
const LABELS_PER_CALL = 50;
const TO_THE_COURIER = ['picked_up', 'in_transit', 'out_for_delivery', 'delivered'];

type Handler = (request: StubRequest, json: Record<string, unknown>) => StubAnswer;

/** What Shiprocket knows and does, as the pages of its users describe it. */
export abstract class ShiprocketDesk extends StubServer<ShiprocketFault> {
  readonly orders: StubOrder[] = [];
  readonly places = new Map([['Godown 1', '560001']]);
  /** PIN codes that are not served. */
  readonly unserved = new Set<string>();
  /** Requests about failed deliveries, as they were sent. */
  readonly failureRequests: Record<string, unknown>[] = [];
  /** Tokens that are accepted. */
  readonly tokens = new Set<string>();
  logins = 0;
  tracking: Tracking = 'right';
  /** The file that a label's address returns. */
  file: string | Uint8Array = PDF_FILE;
  /** The headers with which the file was asked for. */
  fileAuthorization: string | undefined;
  fileQuery = '';
  protected readonly limits = new CallLimits(LIMITS);
  protected readonly chances = {
    paths: ['/orders/create/adhoc', '/courier/assign/awb'],
    faults: SHIPROCKET_FAULTS,
  };
  /** Counted by all stubs: a service that talked to one keeps its AWBs. */
  private static awbs = 0;

  /** @param at without a zone */
  scan(awb: string, name: ShiprocketScan, at: string): void {
    this.known(awb)[1].scans.push({ name, at });
  }

  pushOf(awb: string): Buffer {
    return pushOf(...this.known(awb));
  }

  /** Executes the call for an AWB of a shipment that was under way for long. */
  assignLate(reference: string): void {
    const order = this.orders.find(({ sent }) => sent.order_id === reference)!;
    this.assign({ shipment_id: order.shipmentId });
  }

  /** The AWBs that cost money and were not given back. */
  get live(): string[] {
    const all = this.orders.flatMap(({ awbs }) => awbs);
    return all.filter(({ isCanceled }) => !isCanceled).map(({ awb }) => awb);
  }

  protected respond(request: StubRequest): StubAnswer {
    const { method, path, query, authorization, body } = request;
    if (!this.limits.take(path)) return declined(429, 'Too Many Attempts.');
    if (path.startsWith('/files/')) {
      this.fileAuthorization = authorization;
      this.fileQuery = String(query);
      return { status: 200, body: this.file };
    }
    const json = (body === '' ? {} : JSON.parse(body)) as Record<string, unknown>;
    if (path === '/auth/login') return this.logIn(json);
    if (!this.tokens.has((authorization ?? '').replace('Bearer ', ''))) {
      return declined(401, 'Token has expired');
    }
    const key = `${method} ${path}`;
    const [, handler] = this.handlers.find(([prefix]) => key.startsWith(prefix))!;
    return handler(request, json);
  }

  private readonly handlers: readonly [string, Handler][] = [
    ['GET /settings/company/pickup', () => this.listPlaces()],
    ['GET /courier/serviceability/', ({ query }) => this.serviceability(query)],
    ['POST /orders/create/adhoc', (_, json) => this.create(json)],
    ['POST /courier/assign/awb', (_, json) => this.assign(json)],
    ['POST /courier/generate/label', (_, json) => this.label(json)],
    ['POST /courier/generate/pickup', (_, json) => this.pickUp(json)],
    ['GET /courier/track/awb/', ({ path }) => this.track(path.split('/').at(-1)!)],
    ['POST /orders/cancel/shipment/awbs', (_, json) => this.cancelAwbs(json.awbs as string[])],
    ['POST /orders/cancel', (_, json) => this.cancelOrder(json.ids as number[])],
    ['GET /orders', ({ query }) => this.search(query.get('search') ?? '')],
    ['GET /shipments/', ({ path }) => this.shipment(Number(path.split('/').at(-1)))],
    ['POST /ndr/', ({ path }, json) => this.answerFailure(path.split('/').at(-2)!, json)],
  ];

  private logIn({ email, password }: Record<string, unknown>): StubAnswer {
    if (email !== 'api@example.com' || password !== 'stub-password') {
      return declined(403, 'Invalid email and password combination');
    }
    this.logins += 1;
    const token = `token-${this.logins}`;
    this.tokens.add(token);
    return { status: 200, body: { company_id: 25_149, email, first_name: 'API', token } };
  }

  private listPlaces(): StubAnswer {
    const places = [...this.places].map(([pickup_location, pin]) => ({
      pickup_location,
      pin_code: Number(pin),
      status: 2,
    }));
    return { status: 200, body: { data: { shipping_address: places } } };
  }

  private serviceability(query: URLSearchParams): StubAnswer {
    // From a place of the account, if one is chosen, and prepaid: cash on delivery has other couriers.
    const from = [...this.places.values(), query.get('delivery_postcode')];
    if (!from.includes(query.get('pickup_postcode'))) {
      return declined(422, 'The pickup postcode is not one of yours');
    }
    if (query.get('cod') !== '0') return declined(422, 'No courier takes cash there');
    if (this.unserved.has(query.get('delivery_postcode')!)) {
      return declined(404, 'No courier serviceable for the given pin codes');
    }
    const couriers = [
      { courier_company_id: 10, courier_name: 'Delhivery', estimated_delivery_days: '6' },
      { courier_company_id: 142, courier_name: 'Amazon Surface', estimated_delivery_days: '3' },
    ];
    const data = { available_courier_companies: couriers, recommended_courier_company_id: 142 };
    return { status: 200, body: { status: 200, data } };
  }

  private create(sent: Record<string, unknown>): StubAnswer {
    const known = this.orders.find((order) => order.sent.order_id === sent.order_id);
    if (known !== undefined) return orderAnswer(known);
    if (!this.places.has(String(sent.pickup_location))) {
      const message = 'Wrong Pickup location entered. Please choose one location from data given';
      return { status: 200, body: { message, data: { current_page: 1, data: [] } } };
    }
    const items = sent.order_items as { sku: string }[];
    if (new Set(items.map(({ sku }) => sku)).size < items.length) {
      return declined(422, { order_items: ['SKU cannot be repeated'] });
    }
    for (const field of ['billing_state', 'billing_email', 'billing_phone', 'order_date']) {
      if (!sent[field]) return declined(422, { [field]: [`The ${field} field is required.`] });
    }
    const id = 281_248_157 + this.orders.length;
    const order = {
      id,
      shipmentId: id - 607_521,
      sent,
      isCanceled: false,
      awbs: [],
      pickup: null,
      pickupDay: null,
    };
    this.orders.push(order);
    return orderAnswer(order);
  }

  /** Gives an AWB, and another one to a shipment that has one: the worst that is known of this route. */
  private assign(json: Record<string, unknown>): StubAnswer {
    const order = this.orders.find(({ shipmentId }) => shipmentId === Number(json.shipment_id));
    if (order === undefined) return declined(404, 'Shipment not found');
    if (order.isCanceled) return declined(400, 'Order is cancelled');
    ShiprocketDesk.awbs += 1;
    const awb = String(321_055_700_000 + ShiprocketDesk.awbs);
    order.awbs.push({ awb, isCanceled: false, scans: [] });
    return awbAnswer(order, awb);
  }

  private label(json: Record<string, unknown>): StubAnswer {
    const ids = (json.shipment_id as unknown[]).map(Number);
    if (ids.length > LABELS_PER_CALL) this.limits.passed(`${ids.length} labels in one call`);
    const known = this.orders.filter(({ shipmentId }) => ids.includes(shipmentId));
    const ready = known.filter(({ awbs }) => awbs.length > 0).map(({ shipmentId }) => shipmentId);
    const not_created = ids.filter((id) => !ready.includes(id));
    const isMade = not_created.length === 0;
    const label_url = isMade ? `${this.url}/files/label.pdf` : '';
    const response = isMade ? 'Label has been created and uploaded successfully!' : 'No AWB yet';
    return {
      status: 200,
      body: { label_created: Number(isMade), label_url, response, not_created },
    };
  }

  private pickUp(json: Record<string, unknown>): StubAnswer {
    const [id] = json.shipment_id as number[];
    const order = this.orders.find(({ shipmentId }) => shipmentId === Number(id));
    if (order === undefined) return declined(404, 'Shipment not found');
    if (order.pickup !== null) return declined(400, 'Already in Pickup Queue.');
    order.pickup = `Reference No: 194_BIGFOOT ${order.id}`;
    [order.pickupDay = null] = json.pickup_date as string[];
    const response = {
      pickup_scheduled_date: order.pickupDay,
      pickup_token_number: order.pickup,
      status: 3,
    };
    return { status: 200, body: { pickup_status: 1, response } };
  }

  private track(awb: string): StubAnswer {
    const [order, one] = this.find(awb) ?? [];
    if (order === undefined || one === undefined) {
      return declined(404, 'AWB not found');
    }
    return { status: 200, body: trackingOf(order, one, this.tracking) };
  }

  private cancelAwbs(awbs: readonly string[]): StubAnswer {
    for (const awb of awbs) {
      const [, one] = this.find(awb) ?? [];
      if (one === undefined) return declined(404, 'AWB not found');
      if (one.isCanceled) return declined(400, 'Shipment is already cancelled');
      if (isMoving(one)) return declined(400, 'Shipment has been delivered');
      one.isCanceled = true;
    }
    const message = 'Bulk Shipment cancellation is in progress. Please wait for 24 hours.';
    return { status: 200, body: { message } };
  }

  private cancelOrder(ids: readonly number[]): StubAnswer {
    const order = this.orders.find(({ id }) => ids.map(Number).includes(id));
    if (order === undefined) return declined(404, 'Order not found');
    if (order.isCanceled) return declined(400, 'Order is already cancelled');
    if (order.awbs.some(isMoving)) return declined(400, 'Cannot cancel: shipment was picked up');
    order.isCanceled = true;
    for (const one of order.awbs) one.isCanceled = true;
    return { status: 200, body: { message: 'Order cancelled successfully.' } };
  }

  private search(text: string): StubAnswer {
    // It finds texts that contain what is looked for, too.
    const found = this.orders.filter(({ sent }) => String(sent.order_id).includes(text));
    const data = found.map((order) => ({
      id: order.id,
      channel_order_id: order.sent.order_id,
      status_code: order.isCanceled ? 5 : 1,
      shipments: [shipmentOf(order)],
    }));
    return { status: 200, body: { data, meta: { pagination: { total: data.length } } } };
  }

  private shipment(id: number): StubAnswer {
    const order = this.orders.find(({ shipmentId }) => shipmentId === id);
    if (order === undefined) return declined(404, 'Shipment not found');
    return { status: 200, body: { data: shipmentOf(order) } };
  }

  private answerFailure(awb: string, json: Record<string, unknown>): StubAnswer {
    const [, one] = this.find(awb) ?? [];
    if (!json.comments) return declined(422, { comments: ['The comments field is required.'] });
    if (!one?.scans.at(-1)?.name.match(/^(?:unavailable|refused|not_attempted)$/)) {
      return declined(400, 'Shipment is not in NDR');
    }
    this.failureRequests.push({ awb, ...json });
    return { status: 200, body: { success: true, message: 'Action taken' } };
  }

  private find(awb: string): [StubOrder, StubAwb] | undefined {
    const order = this.orders.find(({ awbs }) => awbs.some((one) => one.awb === awb));
    const one = order?.awbs.find((each) => each.awb === awb);
    return order && one && [order, one];
  }

  private known(awb: string): [StubOrder, StubAwb] {
    return this.find(awb)!;
  }
}

function isMoving({ scans }: StubAwb): boolean {
  return scans.some(({ name }) => TO_THE_COURIER.includes(name));
}
