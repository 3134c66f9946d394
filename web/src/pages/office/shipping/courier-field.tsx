import { TextInput } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useId, type ComponentProps } from 'react';
import { listCouriersOptions } from '../../../api/generated/admin';

/** Keeps the courier of the latest shipment in this browser, as consecutive shipments usually share it. */
export function useLastCourier() {
  return useLocalStorage({ key: 'courier', defaultValue: '', getInitialValueInEffect: false });
}

/** Loaded then: the pages of orders and of shipping are often the first. */
const KNOWN = queryOptions({
  queryKey: ['knownCouriers'],
  queryFn: () => import('../../../../../src/fulfillment/shipping/known-couriers.ts'),
});

/** Lists the couriers of the wholesaler, and others that are known. */
export function useCourierNames(): { own: string[]; all: string[] } {
  const couriers = useQuery(listCouriersOptions()).data?.data ?? [];
  const own = couriers.map(({ name }) => name);
  const known = useQuery(KNOWN).data?.KNOWN_COURIERS ?? [];
  return { own, all: [...new Set([...own, ...known.map(({ name }) => name)])] };
}

/** Offers the couriers of the wholesaler, and others that are known, and takes any other. */
export function CourierField(input: ComponentProps<typeof TextInput>) {
  const { all } = useCourierNames();
  const list = useId();
  return (
    <>
      <TextInput label="Courier" list={list} autoComplete="off" {...input} />
      <datalist id={list}>
        {all.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </>
  );
}
