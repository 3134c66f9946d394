import type { Settings } from '../../platform/config/settings.js';
import type { User } from '../users/user.entity.js';

/** Returns true if a person must have a second factor: one-time codes, or a passkey. */
export function needsSecondFactor(
  { kind, isDemo }: Pick<User, 'kind' | 'isDemo'>,
  { isProduction }: Settings,
): boolean {
  return kind === 'operator' && isProduction && !isDemo;
}
