import { BACKGROUND } from '../api/background';
import { getOfficeCounts, type GetOfficeCountsResult } from '../api/generated/admin/admin-api';

/** Asks for the numbers of the wholesaler's staff, in a file of its own: clients do not load the Admin API's operations. */
export async function loadOfficeCounts(): Promise<GetOfficeCountsResult> {
  return getOfficeCounts(BACKGROUND);
}
