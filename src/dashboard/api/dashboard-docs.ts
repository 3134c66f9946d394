import {
  documentedAnswer,
  documentedTable,
  documentedFile,
  documentedItems,
  documentedList,
} from '../../platform/http/openapi/admin-docs.js';
import type { ErrorExample } from '../../platform/http/openapi/api-docs.js';
import type { ErrorCode } from '../../platform/http/errors.js';

type Errors = readonly (ErrorCode | ErrorExample)[];

const OF_EVERYBODY: Errors = ['cross_site', 'unknown_field', 'internal_error', 'unavailable'];
const OF_USERS: Errors = [
  ...OF_EVERYBODY,
  'not_signed_in',
  'use_operations_port',
  'permission_denied',
  'totp_required',
  'rate_limited',
];

/** Documents an answer to a person who is signed in, with the refusals that all of these share. */
export function ApiDashboard(
  status: 200 | 201,
  type: new () => object,
  ...errors: Errors
): MethodDecorator {
  return documentedAnswer(status, type, [...OF_USERS, ...errors]);
}

/** Documents an answer to everybody. */
export function ApiPublicDashboard(
  status: 200 | 201,
  type: new () => object,
  ...errors: Errors
): MethodDecorator {
  return documentedAnswer(status, type, [...OF_EVERYBODY, ...errors]);
}

/** Documents one outcome for each requested item. */
export function ApiDashboardOutcomes(type: new () => object, ...errors: Errors): MethodDecorator {
  return documentedItems(type, [...OF_USERS, ...errors]);
}

/** Documents a list for a person who is signed in. */
export function ApiDashboardList(type: new () => object, ...errors: Errors): MethodDecorator {
  return documentedList(type, ['validation_failed', ...OF_USERS, ...errors]);
}

/** Documents a table as a file for a person who is signed in. */
export function ApiDashboardTable(...errors: Errors): MethodDecorator {
  return documentedTable([...OF_USERS, ...errors]);
}

/** Documents a file of one of some media types for a person who is signed in. */
export function ApiDashboardFile(types: readonly string[], ...errors: Errors): MethodDecorator {
  return documentedFile(types, [...OF_USERS, ...errors]);
}
