import { useQuery } from '@tanstack/react-query';
import type { PlanDto } from '../../api/generated/admin-types';
import { listPlansOptions } from '../../api/generated/admin';
import { useMay } from '../../frame/session';

/** A wholesaler has a handful. */
const PLANS_MAX = 500;

/** Reads all plans; an empty list while they load and for people who may not see them. */
export function usePlans(): readonly PlanDto[] {
  const mayRead = useMay('plans:read');
  const query = useQuery({
    ...listPlansOptions({ query: { limit: PLANS_MAX } }),
    enabled: mayRead,
  });
  return query.data?.data ?? NO_PLANS;
}

/** Reads the plans as the options of a filter. */
export function usePlanOptions(): { value: string; label: string }[] {
  return usePlans().map(({ code, name }) => ({ value: code, label: name }));
}

const NO_PLANS: readonly PlanDto[] = [];
