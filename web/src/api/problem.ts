import type { OrderStatus } from '../../../src/orders/order-lifecycle.ts';
import { ApiError as AdminApiError } from './generated/admin/runtime/errors';
import { ApiError as DashboardApiError } from './generated/dashboard/runtime/errors';

/** A field that the service refused: `field` is a dotted path as `items.0.quantity`. */
export interface FieldProblem {
  field: string;
  code: string;
  message: string;
}

/** Why a call failed, in words for the person in front of the screen. */
export interface Problem {
  /** null: there was no answer. */
  status: number | null;
  /** The service's error code; `no_answer` without an answer. */
  code: string;
  message: string;
  fields: FieldProblem[];
  /** What support finds the request by; null without an answer. */
  requestId: string | null;
  /** The last status of an order that is archived; else null. */
  archivedStatus: OrderStatus | null;
}

interface ErrorBody {
  code?: string;
  message?: string;
  errors?: FieldProblem[];
  request_id?: string;
  order_status?: OrderStatus;
  data?: unknown;
}

/** What a thrown error says; every call of the generated clients throws one of their ApiErrors or a TypeError. */
export function problemOf(error: unknown): Problem {
  if (error instanceof DashboardApiError || error instanceof AdminApiError) {
    const body = isObject(error.body) ? error.body : {};
    return {
      status: error.status,
      code: body.code ?? 'unexpected_answer',
      message: body.message ?? `The service answered with status ${error.status}.`,
      fields: body.errors ?? [],
      requestId: body.request_id ?? null,
      archivedStatus: body.code === 'order_not_found' ? (body.order_status ?? null) : null,
    };
  }
  return {
    status: null,
    code: 'no_answer',
    message: 'The service could not be reached. Check your connection and try again.',
    fields: [],
    requestId: null,
    archivedStatus: null,
  };
}

/** What an error says besides its message, under `data`; undefined: nothing. */
export function refusedData<T>(error: unknown): T | undefined {
  const isRefusal = error instanceof DashboardApiError || error instanceof AdminApiError;
  return isRefusal && isObject(error.body) ? (error.body.data as T | undefined) : undefined;
}

function isObject(body: unknown): body is ErrorBody {
  return typeof body === 'object' && body !== null;
}
