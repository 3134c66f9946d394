import { applyDecorators } from '@nestjs/common';
import { ApiAdminItems, BODY_ERRORS } from '../platform/http/openapi/admin-docs.js';
import { Operation } from '../platform/http/openapi/operation.js';
import { RenewedDto } from './plans.dto.js';

export const RenewSubscriptions = applyDecorators(
  Operation(
    'Move the ends of many subscriptions to later times',
    'Each is renewed in a transaction of its own and has an outcome. The plan does not change; a trial or past due subscription becomes ' +
      'active. Repeating the call changes nothing.',
  ),
  ApiAdminItems(RenewedDto, ...BODY_ERRORS),
);
