import type { ErrorCode } from '../../platform/http/errors.js';
import { answerDocs } from '../../platform/http/openapi/admin-docs.js';

const OF_EVERYBODY: readonly ErrorCode[] = [
  'cross_site',
  'unknown_field',
  'internal_error',
  'unavailable',
];
const OF_USERS: readonly ErrorCode[] = [
  ...OF_EVERYBODY,
  'not_signed_in',
  'use_operations_port',
  'permission_denied',
  'totp_required',
  'rate_limited',
  'paused',
];

/** Documents an answer to everyone. */
export const { Responds: PublicAnswers, answer: ApiPublicDashboard } = answerDocs(OF_EVERYBODY);

export const {
  Responds,
  RespondsPage,
  RespondsList,
  answer: ApiDashboard,
  list: ApiDashboardList,
  items: ApiDashboardOutcomes,
  table: ApiDashboardTable,
  file: ApiDashboardFile,
} = answerDocs(OF_USERS);
