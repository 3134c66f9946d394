import { isDeepStrictEqual } from 'node:util';
import { AppError } from '../../../platform/http/errors.js';
import type { Approval, SettingChange, SettingFacts } from '../approval.entity.js';

/** Returns the proposed change of a setting. @throws AppError approval_outdated, if the setting is not as it was */
export function changeOf({ id, details }: Approval, now: SettingFacts): SettingChange {
  const { change } = details;
  if (change === undefined) throw new Error(`approval ${id} has no change`);
  if (isDeepStrictEqual(change.before, { ...now })) return change;
  const message = 'The setting was changed meanwhile; reject this, and propose it again.';
  throw new AppError('approval_outdated', { message });
}
