import { useSuspenseQuery } from '@tanstack/react-query';
import { getSessionOptions } from '../api/generated/dashboard/dashboard-api.tanstack';
import type { SessionDto } from '../api/generated/dashboard/dashboard-api.schemas';

/** Who is signed in. */
export function useSession(): SessionDto {
  return useSuspenseQuery(getSessionOptions()).data.data;
}
