import { applyDecorators } from '@nestjs/common';
import { ApiBody } from '@nestjs/swagger';
import { BODY_REFUSALS } from '../../platform/http/errors.js';
import { ApiAccessErrors, ApiSuccess, invalid } from '../../platform/http/openapi/api-docs.js';
import { Operation } from '../../platform/http/openapi/operation.js';
import { ORDER_STATUS_EXAMPLES } from '../orders.examples.js';
import { SHOWN_DAYS } from './order-losses.repository.js';
import {
  INVALID_ID,
  ORDERS_PER_REQUEST,
  ReconciledOrdersDto,
  ReconcileOrdersDto,
} from './reconciliation.dto.js';

const PLACED = { ...ORDER_STATUS_EXAMPLES['awaiting-payment'].value, store_order_id: 'A-1002' };

const RECONCILED_EXAMPLES = {
  'one-missing': {
    summary: 'The second order is missing: place it again',
    value: {
      success: true,
      data: [
        {
          store_order_id: 'A-1002',
          state: 'found',
          order_number: PLACED.order_number,
          order: PLACED,
        },
        { store_order_id: 'A-1003', state: 'missing', order_number: null, order: null },
      ],
    },
  },
};

export const ReconcileOrders = applyDecorators(
  Operation(
    'Compare the orders that you have placed with those of the service',
    'Use it when `GET /api/orders` says `reset`: a database came back from a backup or a failover without its latest orders. Send the ids of all orders that you placed after `lost_after`, or of all that have not ended. **Place the missing ones again, with the same `store_order_id`**: if an order exists after all, the answer is 409, so nothing is ordered twice. Test tokens find test orders only. ' +
      `The rate limit counts one request, and one more for each ${ORDERS_PER_REQUEST} ids.`,
  ),
  ApiBody({
    type: ReconcileOrdersDto,
    examples: {
      'two-orders': { summary: 'Two orders', value: { store_order_ids: ['A-1002', 'A-1003'] } },
    },
  }),
  ApiSuccess(200, ReconciledOrdersDto, RECONCILED_EXAMPLES, { hasTag: false }),
  ApiAccessErrors(
    ...BODY_REFUSALS,
    invalid({ 'store_order_ids.1': ['invalid_value', INVALID_ID] }),
    'unknown_field',
  ),
);

export const ListOrderLosses = Operation(
  'List the stores with orders that the database lost',
  'After a restore or a failover that lost changes, `GET /api/orders` tells a store so. The store compares its orders with `POST /api/orders/reconcile`, and places missing ones again. ' +
    `The latest first, of the last ${SHOWN_DAYS} days. A store that does not poll its orders is not in the list.`,
);
