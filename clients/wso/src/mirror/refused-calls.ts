import { StoreApiError, type ErrorDto } from '../../../typescript/src/index.js';

/** Answers that say something about the call itself: repeating it would not help. */
const REFUSALS = [400, 409, 413, 422];
const NOT_FOUND = ['order_not_found', 'return_not_found'];

/** Refusal of a call. */
export interface Refusal {
  code: string;
  /** The message, and the fields at fault. */
  text: string;
  answer: ErrorDto | null;
}

/**
 * Reads an error of the service about the call itself.
 *
 * @throws any other error, after which the call has to be repeated
 */
export function refusalOf(error: unknown): Refusal {
  // An id that no URL can contain.
  if (error instanceof TypeError)
    return { code: 'malformed', text: `malformed: ${error.message}`, answer: null };
  if (!(error instanceof StoreApiError) || error.answer === null) throw error;
  const { code, status, message, fields, answer } = error;
  if (!NOT_FOUND.includes(code) && !REFUSALS.includes(status ?? 0)) throw error;
  const faults = fields.map((fault) => `${fault.field}: ${fault.message}`);
  return { code, answer, text: [message, ...faults].join('\n') };
}

/** Does work for each item. One that causes an internal error must not block those after it. */
export async function forEach<T>(
  items: Iterable<T>,
  work: (item: T) => Promise<void>,
): Promise<void> {
  let failure: StoreApiError | null = null;
  for (const item of items) {
    try {
      await work(item);
    } catch (error) {
      if (!(error instanceof StoreApiError) || error.status !== 500) throw error;
      failure = error;
    }
  }
  if (failure !== null) throw failure;
}
