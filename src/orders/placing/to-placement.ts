import type { Settings } from '../../platform/config/settings.js';
import { scenarioOf } from '../lifecycle/test-scenarios.js';
import { newOrderNumber } from '../order-number.js';
import { orderAmounts } from './order-amounts.js';
import type { ValidatedRequest } from './order-validator.js';
import type { Placement } from './placement.js';
import { repetitionHash, requestHash, type OrderRequest } from './request/order-request.js';
import { limitsOf } from './reservation-limits.js';

/** Makes an order of a validated request, at the prices that it was validated against. */
export function toPlacement(
  { client, snapshot, items, surchargeMinor }: ValidatedRequest,
  request: OrderRequest,
  settings: Settings,
  {
    idempotencyKey = null,
    byOperator = false,
  }: { idempotencyKey?: string | null; byOperator?: boolean },
): Placement {
  const { clientId, planId, isTest } = client;
  const lines = 'lines' in items ? items.lines : [];
  const hash = requestHash(request);
  return {
    orderNumber: newOrderNumber(),
    clientId,
    planId,
    isTest,
    testScenario: isTest ? scenarioOf(lines) : null,
    byOperator,
    request,
    requestHash: hash,
    currency: settings.currency,
    lines,
    amounts: orderAmounts(lines, settings.deliveryPolicy, surchargeMinor),
    surchargeMinor,
    idempotency:
      idempotencyKey === null
        ? null
        : { key: idempotencyKey, repetitionHash: repetitionHash(request, hash) },
    snapshot,
    ...limitsOf(client, lines, settings),
  };
}
