import { TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useId, type ComponentProps } from 'react';
import { listCouriersOptions } from '../../../api/generated/admin';

/** Offers the couriers that are known, and takes any other. */
export function CourierField(input: ComponentProps<typeof TextInput>) {
  const couriers = useQuery(listCouriersOptions()).data?.data ?? [];
  const list = useId();
  return (
    <>
      <TextInput label="Courier" list={list} autoComplete="off" {...input} />
      <datalist id={list}>
        {couriers.map(({ name }) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </>
  );
}
