import type { EntityManager } from 'typeorm';
import type { TaxProfilesService } from '../tax/profile/tax-profiles.service.js';

const UNNAMED = 'Your wholesaler';

/** Returns the name under which the wholesaler writes to its clients. */
export async function houseName(
  profiles: TaxProfilesService,
  manager: EntityManager,
): Promise<string> {
  const profile = await profiles.findCurrent(manager);
  return profile === null ? UNNAMED : (profile.tradeName ?? profile.legalName);
}
