import { AppError } from '../../platform/http/errors.js';
import {
  knownOrderDetails,
  type KnownOrder,
  type Placement,
  type PlacementOutcome,
  type Shortage,
} from './placement.js';
import { shortageError, type ItemProblem, type OrderLine } from './request/order-request.js';
import { limitErrors } from './reservation-limits.js';

/** Throws if the outcome is final. Returns if placing the order can be tried again. */
export function throwRefusal(outcome: PlacementOutcome, placement: Placement): void {
  const { lines, amounts } = placement;
  if (outcome.outcome === 'mismatch') throw keyUsed(outcome);
  if (outcome.outcome === 'short') throw refusal(shortageErrors(lines, outcome.shortages));
  if (outcome.outcome === 'limited') throw refusal(limitErrors(placement, outcome, lines, amounts));
}

function keyUsed(order: KnownOrder): AppError {
  return new AppError('idempotency_mismatch', {
    message: `This Idempotency-Key has placed order ${order.orderNumber} with another body; nothing more was ordered.`,
    details: knownOrderDetails(order),
  });
}

function shortageErrors(
  lines: readonly OrderLine[],
  shortages: readonly Shortage[],
): ItemProblem[] {
  return lines.flatMap((line, index) =>
    shortages
      .filter(
        ({ productId, variationKey }) =>
          productId === line.productId && variationKey === (line.variationKey ?? ''),
      )
      .map(({ requested, available }) => shortageError(index, requested, available)),
  );
}

/** Makes a 422 for items, under their common code if all have the same. */
export function refusal(problems: readonly ItemProblem[]): AppError {
  const [code, ...others] = new Set(problems.map((problem) => problem.code));
  const isOneKind = code !== undefined && others.length === 0;
  return new AppError(isOneKind ? code : 'validation_failed', { fields: problems });
}
