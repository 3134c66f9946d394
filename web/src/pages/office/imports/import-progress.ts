import type { ListedImportDto } from '../../../api/generated/admin-types';

/** Milliseconds between two requests for the progress of an import. */
const POLL_MS = 1_000;

/** Milliseconds until imports are requested again; false: none of them changes without a person. */
export function pollInterval(states: readonly ListedImportDto['state'][]): number | false {
  return states.some((state) => state === 'checking' || state === 'applying') ? POLL_MS : false;
}
