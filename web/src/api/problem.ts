import type { OrderStatus } from '../../../src/orders/lifecycle/order-lifecycle.ts';
import { LIMITS } from '../../../src/platform/config/limits.ts';
import { fieldsForPeople, messageForPeople, type FieldProblem } from './field-messages';
import { ApiError, NoAnswer } from './operations';

/** The failure of a call, described for the person who uses the page. */
export interface Problem {
  /** null: the service did not answer, or was not asked. */
  status: number | null;
  /** The service's error code; without an answer `no_answer`, `browser_refused` or `page_failed`. */
  code: string;
  message: string;
  fields: FieldProblem[];
  /** The id by which support finds the request; null without an answer. */
  requestId: string | null;
  /** The last status of an archived order; null for any other failure. */
  archivedStatus: OrderStatus | null;
  /** What an invoice lacked; null for any other failure. */
  lacking: InvoiceGaps | null;
  /** The order that cannot be changed because it was canceled; null for any other failure. */
  canceledOrder: string | null;
}

/** What the invoice of an order's shipment lacks. */
export interface InvoiceGaps {
  order: string;
  /** Products without an HSN code or a rate that is allowed. */
  skus: string[];
  /** True if the client has neither the billing address nor the GSTIN of an invoice. */
  ofClient: boolean;
}

/** The refusal of the browser, or of the person whom it asked; its message is for that person. */
export class BrowserRefusal extends Error {}

interface ErrorBody {
  code?: string;
  message?: string;
  errors?: FieldProblem[];
  request_id?: string;
  order_number?: string;
  order_status?: OrderStatus;
  data?: unknown;
}

/** Describes an error for the person: that of a call, a {@link BrowserRefusal}, or a defect of the page's own code. */
export function problemOf(error: unknown): Problem {
  if (error instanceof ApiError) {
    const body = isObject(error.body) ? error.body : {};
    const { code = 'unexpected_answer', message = messageOfProxy(error) } = body;
    const fields = fieldsForPeople(body.errors ?? [], labelOf);
    return {
      status: error.status,
      code,
      message: messageForPeople({ code, message }, fields),
      fields,
      requestId: body.request_id ?? null,
      archivedStatus: body.code === 'order_not_found' ? (body.order_status ?? null) : null,
      lacking: body.order_number === undefined ? null : gapsOf(body.order_number, fields),
      canceledOrder: /^Order (\S+) is cancelled /.exec(message)?.[1] ?? null,
    };
  }
  return {
    status: null,
    ...withoutAnswer(error),
    fields: [],
    requestId: null,
    archivedStatus: null,
    lacking: null,
    canceledOrder: null,
  };
}

function gapsOf(order: string, fields: readonly FieldProblem[]): InvoiceGaps | null {
  const skus = [...new Set(fields.flatMap(({ sku }) => sku ?? []))];
  const ofClient = fields.some(lacksClientState);
  return skus.length > 0 || ofClient ? { order, skus, ofClient } : null;
}

/** Title of the problem of a call that {@link mayBeDone}. */
export const MAY_BE_DONE = 'It may have been done: look before you repeat it.';

/** Returns true if a call that failed may have changed something: no answer came, or an error of the service. */
export function mayBeDone(error: unknown): boolean {
  const isUnknown = error instanceof NoAnswer || (error instanceof ApiError && error.status >= 500);
  return isUnknown && error.method !== 'GET';
}

/** Checks whether an invoice lacks the tax data of its client. */
export function lacksClientState({ field, code }: Pick<FieldProblem, 'field' | 'code'>): boolean {
  return field === 'client' && code === 'client_state_missing';
}

/** Describes a response that the service did not write, but a proxy before it. */
function messageOfProxy({ status, fileBytes }: ApiError): string {
  if (status !== 413) return `The service answered with status ${status}.`;
  const [what, size] =
    fileBytes === null ? ['What you sent', ''] : ['The file', ` (${inMegabytes(fileBytes)})`];
  return `${what} is too large for the server in front of this service${size}. Ask the person who runs it to allow ${inMegabytes(LIMITS.importBytes)}, or split the file.`;
}

export function inMegabytes(bytes: number): string {
  return `${Math.ceil((bytes / 1024 / 1024) * 10) / 10} MB`;
}

function withoutAnswer(error: unknown): Pick<Problem, 'code' | 'message'> {
  if (error instanceof BrowserRefusal) return { code: 'browser_refused', message: error.message };
  if (error instanceof NoAnswer) {
    const message = 'The service could not be reached. Check your connection.';
    return { code: 'no_answer', message };
  }
  const message = `This page has an error of its own. Reload the page. If the error stays, tell us what you did, and this text: ${String(error)}`;
  return { code: 'page_failed', message };
}

/** Reads the `data` of an error response, or undefined where it has none. */
export function refusedData<T>(error: unknown): T | undefined {
  const body = error instanceof ApiError ? error.body : undefined;
  return isObject(body) ? (body.data as T | undefined) : undefined;
}

/** Finds the label of a field's input on the page, which Mantine's forms mark with the field's path; null: no label. */
function labelOf(field: string): string | null {
  const inputs = document.querySelectorAll<HTMLInputElement>(`[data-path="${CSS.escape(field)}"]`);
  // An open dialog is the last element of the page; a form below it may have a field of the same name.
  return [...inputs].at(-1)?.labels?.[0]?.textContent ?? null;
}

function isObject(body: unknown): body is ErrorBody {
  return typeof body === 'object' && body !== null;
}
