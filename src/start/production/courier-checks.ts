import type { EntityManager } from 'typeorm';
import { countUnweighedProducts } from '../../catalog/details/unweighed-products.js';
import { findAccountGaps } from '../../couriers/accounts/account-gaps.js';
import type { Settings } from '../../platform/config/settings.js';
import { refused, warning, type Finding } from './finding.js';

/** Refuses accounts whose courier carries nothing, although labels and tracking numbers look real. */
export async function checkSandboxCourier(
  manager: EntityManager,
  settings: Settings,
): Promise<Finding | null> {
  const { sandbox } = await findAccountGaps(manager, settings);
  return sandbox.length === 0
    ? null
    : refused(
        `shipments are booked with a courier that carries nothing (${sandbox.join(', ')})`,
        'press "Stop bookings" on the page "To ship", "Couriers"',
      );
}

/** Reports accounts with couriers that will not work, or whose pushes can be read, and products that cannot be booked. */
export async function checkCouriers(
  manager: EntityManager,
  settings: Settings,
): Promise<Finding | null> {
  const gaps = await findAccountGaps(manager, settings);
  if (gaps.active.length === 0) return null;
  const isHttps = settings.publicUrl?.startsWith('https:') === true;
  const unweighed = gaps.hasUnitWeight ? 0 : await countUnweighedProducts(manager);
  const problems = [
    gaps.unreadable.length > 0 &&
      `SECRETS_KEY does not open the keys of ${gaps.unreadable.join(', ')}`,
    gaps.unchecked.length > 0 && `no check of ${gaps.unchecked.join(', ')} has passed for 30 days`,
    !isHttps && 'the address of pushes is not https, so their secret can be read on the way',
    unweighed > 0 && `${unweighed} products have no weight, so they cannot be booked`,
  ].filter((problem) => problem !== false);
  return problems.length === 0
    ? null
    : warning(
        problems.join(', and '),
        'enter the keys again, check the accounts and set a weight on the page "To ship", "Couriers"',
      );
}
