import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { refusalOf } from './refusals.js';

/** The answers that couriers take, in words for the customer. */
const WORDS = {
  reattempt: 'Try again, if you like on another day, with another phone or address',
  return: 'Send it back',
  dispute: 'No driver came',
};
const TOO_LATE = 'It is too late for this answer. The courier decides what happens next.';

/** Shows where the shipments of an order are, the answers that a failed delivery takes, and what became of the latest one. */
export function shownShipments({ shipments, answers }) {
  return shipments?.map(({ id, courier, tracking_number, state, expected_at, failure }) => ({
    id,
    courier,
    tracking_number,
    state,
    expected_at,
    failure: failure && {
      ...failure,
      actions: failure.actions.map((action) => ({ action, words: WORDS[action] ?? action })),
    },
    answer: answers?.[id] && shownAnswer(answers[id]),
  }));
}

function shownAnswer({ attempt, body, state, message, fields }) {
  return { attempt, action: body.action, state, message, fields };
}

/**
 * Makes the answer of a customer, which waits to be sent; null if no failed delivery of the shipment takes it. The same answer
 * again keeps its key, so pressing twice sends it once.
 */
export function answerTo({ shipments, answers }, shipmentId, body) {
  const failure = shipments?.find(({ id }) => id === shipmentId)?.failure;
  if (!failure?.actions.includes(body?.action)) return null;
  const { attempt, answer_by: until } = failure;
  const known = answers?.[shipmentId];
  if (known?.attempt === attempt && isDeepStrictEqual(known.body, body)) return known;
  return { attempt, until, body, idempotencyKey: randomUUID(), state: 'waiting' };
}

/** Lists the answers of an order that wait to be sent, with the ids of their shipments. */
export function waitingAnswers({ answers = {} }) {
  return Object.entries(answers).filter(([, { state }]) => state === 'waiting');
}

/** Sends an answer and returns it with its new state. Throws if it must be sent again later. */
export async function sendAnswer(store, orderNumber, shipmentId, answer) {
  const { until, body, idempotencyKey } = answer;
  // Sent later, it would answer the next attempt.
  if (Date.parse(until) < Date.now()) return { ...answer, state: 'refused', message: TOO_LATE };
  try {
    await store.answerFailedDelivery(orderNumber, Number(shipmentId), body, { idempotencyKey });
    return { ...answer, state: 'sent' };
  } catch (error) {
    const { code, fields } = refusalOf(error);
    const message = code === 'validation_failed' ? 'Please correct your answer.' : TOO_LATE;
    return { ...answer, state: 'refused', message, fields };
  }
}
