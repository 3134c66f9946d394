import { AppError } from '../../../platform/http/errors.js';
import type { Approval, SettingChange, SettingFacts } from '../approval.entity.js';

export function changeOf({ id, details: { change } }: Approval): SettingChange {
  if (change === undefined) throw new Error(`approval ${id} has no change`);
  return change;
}

/** @throws AppError approval_outdated if one of the given facts changed after the change was proposed */
export function assertUnchanged(before: SettingFacts, now: SettingFacts): void {
  if (Object.entries(before).every(([fact, value]) => now[fact] === value)) return;
  const message = 'The setting was changed meanwhile; reject this, and propose it again.';
  throw new AppError('approval_outdated', { message });
}
