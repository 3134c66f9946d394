import { useSuspenseQuery } from '@tanstack/react-query';
import { getSessionOptions } from '../api/generated/dashboard';
import type { SessionDto } from '../api/generated/dashboard-types';

/** Returns true if the signed-in person has a permission, such as `prices:read`. */
export function useMay(permission: string): boolean {
  return useSession().permissions.includes(permission);
}

/** Reads the signed-in person. */
export function useSession(): SessionDto {
  return useSuspenseQuery(getSessionOptions()).data.data;
}
