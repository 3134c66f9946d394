/** What of a notice is looked at. */
export interface NoticeFacts {
  event: string;
  gatewayOrderId: string | null;
  paymentId: string | null;
  /** As it was signed, but for characters that the database can't hold. */
  body: string;
}

/** Reads a notice of the gateway. What can't be read is left out: the notice is kept all the same. */
export function readNotice(body: string): NoticeFacts {
  const notice = parsed(body);
  const payload = notice.payload;
  const payment = entityOf(payload, 'payment');
  const order = entityOf(payload, 'order');
  return {
    event: textOf(notice.event, 60) ?? 'unknown',
    gatewayOrderId: textOf(payment.order_id, 40) ?? textOf(order.id, 40),
    paymentId: textOf(payment.id, 40),
    body: body.replaceAll('\u0000', '\uFFFD').toWellFormed(),
  };
}

type Entity = Record<string, unknown>;

function parsed(text: string): Entity {
  try {
    return toEntity(JSON.parse(text));
  } catch {
    return {};
  }
}

function entityOf(payload: unknown, name: string): Entity {
  return toEntity(toEntity(toEntity(payload)[name]).entity);
}

function toEntity(value: unknown): Entity {
  return typeof value === 'object' && value !== null ? (value as Entity) : {};
}

function textOf(value: unknown, max: number): string | null {
  const isId = typeof value === 'string' && /^[\w.-]+$/.test(value) && value.length <= max;
  return isId ? value : null;
}
