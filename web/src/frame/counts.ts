import { useQuery } from '@tanstack/react-query';
import type { OrderStatus } from '../../../src/orders/lifecycle/order-lifecycle.ts';
import { getOfficeCountsOptions } from '../api/generated/admin';
import type { DeliveryCountsDto, MoneyCountsDto } from '../api/generated/admin-types';
import { getOwnCountsOptions } from '../api/generated/dashboard';
import { BACKGROUND } from '../api/background';
import { useSession } from './session';

/** Numbers at tabs and sections may be as old as this. */
const FRESH_MS = 60_000;

/** Numbers of open tasks for tabs and the menu. A number that is not known, or that this person may not see, is undefined. */
export interface Counts {
  /** Counts the orders in some statuses. */
  orders: (statuses: readonly OrderStatus[]) => number | undefined;
  returns: number | undefined;
  deliveries: number | undefined;
  deliveryTabs: DeliveryCountsDto | undefined;
  money: number | undefined;
  moneyTabs: MoneyCountsDto | undefined;
}

/** Reads the numbers at tabs and sections: one call for the whole page, repeated after each change. */
export function useCounts(): Counts {
  const isOperator = useSession().user.kind === 'operator';
  const options = { staleTime: FRESH_MS };
  const office = useQuery({
    ...getOfficeCountsOptions(undefined, BACKGROUND),
    ...options,
    enabled: isOperator,
  }).data?.data;
  const own = useQuery({
    ...getOwnCountsOptions(undefined, BACKGROUND),
    ...options,
    enabled: !isOperator,
  }).data?.data;
  const orders = office?.orders ?? own?.orders;
  return {
    orders: (statuses) =>
      orders
        ?.filter(({ status }) => statuses.includes(status))
        .reduce((sum, { count }) => sum + count, 0),
    returns: office?.returns ?? undefined,
    deliveries: office?.deliveries ?? undefined,
    deliveryTabs: office?.delivery_tabs ?? undefined,
    money: office?.money ?? undefined,
    moneyTabs: office?.money_tabs ?? undefined,
  };
}
