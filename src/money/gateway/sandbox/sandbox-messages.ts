import type { IncomingHttpHeaders } from 'node:http';
import { NOTICE_SUBJECTS, type ReturnFields, type SignedNotice } from '../payment-gateway.js';
import { idOf, parseObject } from '../../../platform/http/exchange/json.js';
import { isSignatureOf, signatureOf } from '../signatures.js';

/** The secret that signs the sandbox's messages. It protects nothing: the sandbox moves no money. */
const SECRET = 'secret-of-the-sandbox';
const ID_LENGTH = 40;
const EVENT_LENGTH = 60;

/** Writes a signed notice in the form in which the service receives it. */
export function writeNotice(
  { eventId, event, orderId, paymentId, about }: SignedNotice & { eventId: string },
  secret = SECRET,
): { headers: Record<string, string>; body: string } {
  const body = JSON.stringify({
    id: eventId,
    event,
    order_id: orderId,
    payment_id: paymentId,
    ...(about !== null && { [about.kind]: about.id }),
  });
  return { headers: noticeHeaders(body, secret), body };
}

export function noticeHeaders(body: string, secret = SECRET): Record<string, string> {
  return { 'Content-Type': 'application/json', 'X-Sandbox-Signature': signatureOf(secret, body) };
}

/** Reads a notice; null unless the sandbox signed it. */
export function readNotice(headers: IncomingHttpHeaders, body: Buffer): SignedNotice | null {
  const signature = headers['x-sandbox-signature'];
  if (typeof signature !== 'string' || !isSignatureOf(SECRET, body, signature)) return null;
  const notice = parseObject(body.toString('utf8'));
  const [about = null] = NOTICE_SUBJECTS.flatMap((kind) => {
    const id = idOf(notice[kind], ID_LENGTH);
    return id === null ? [] : [{ kind, id }];
  });
  return {
    event: idOf(notice.event, EVENT_LENGTH) ?? 'unknown',
    orderId: idOf(notice.order_id, ID_LENGTH),
    paymentId: idOf(notice.payment_id, ID_LENGTH),
    about,
  };
}

/** Writes the fields that the pay page passes to the page that opened it. */
export function writeReturn(orderId: string, paymentId: string): ReturnFields {
  return {
    order_id: orderId,
    payment_id: paymentId,
    signature: signatureOf(SECRET, `${orderId}|${paymentId}`),
  };
}

/** Returns true if the fields that a browser brings back are signed for an order. */
export function isReturnOf(orderId: string, fields: ReturnFields): boolean {
  const { payment_id: paymentId = '', signature = '' } = fields;
  return fields.order_id === orderId && isSignatureOf(SECRET, `${orderId}|${paymentId}`, signature);
}
