import { TextInput } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useId, type ComponentProps } from 'react';
import { KNOWN_COURIERS } from '../../../../../src/fulfillment/shipping/known-couriers.ts';
import { listCouriersOptions } from '../../../api/generated/admin';

/** Keeps the courier of the latest shipment in this browser, as consecutive shipments usually share it. */
export function useLastCourier() {
  return useLocalStorage({ key: 'courier', defaultValue: '', getInitialValueInEffect: false });
}

/** Offers the couriers of the wholesaler, and others that are known, and takes any other. */
export function CourierField(input: ComponentProps<typeof TextInput>) {
  const couriers = useQuery(listCouriersOptions()).data?.data ?? [];
  const list = useId();
  const names = new Set([...couriers, ...KNOWN_COURIERS].map(({ name }) => name));
  return (
    <>
      <TextInput label="Courier" list={list} autoComplete="off" {...input} />
      <datalist id={list}>
        {[...names].map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </>
  );
}
