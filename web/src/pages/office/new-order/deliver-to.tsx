import { NativeSelect, Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { stateOfPincode } from '../../../../../src/platform/gst/states.ts';
import { listRecipientsOptions } from '../../../api/generated/admin';
import { PhoneField } from '../../../order/address-fields';
import classes from './new-order.module.css';
import { fieldsOf, filledIn, NEW_ORDER, type OrderValues, type ProblemOf } from './order-values';

interface DeliverToProps {
  clientId: number;
  form: UseFormReturnType<OrderValues>;
  /** What the service says of a field. */
  problemOf: ProblemOf;
}

/** Renders the customer and the address: one of the client's latest orders, or a new one. */
export function DeliverTo({ clientId, form, problemOf }: DeliverToProps) {
  const query = useQuery(listRecipientsOptions({ path: { id: clientId } }));
  const recipients = query.data?.data ?? [];
  const field = fieldsOf(form, problemOf);
  const filledState = useRef('');
  return (
    <div className={classes.fields}>
      {recipients.length > 0 && (
        <NativeSelect
          className={classes.wide}
          label="Latest addresses"
          data={[
            { value: '', label: 'Another address' },
            ...recipients.map(({ customer, shipping }, index) => ({
              value: String(index),
              label: `${customer.name}, ${shipping.address.replaceAll(/\s+/g, ' ')}, ${shipping.city} ${shipping.pincode}`,
            })),
          ]}
          onChange={({ currentTarget: { value } }) => {
            const chosen = value === '' ? undefined : recipients[Number(value)];
            const { customer, shipping } = NEW_ORDER;
            form.setValues(chosen === undefined ? { customer, shipping } : filledIn(chosen));
          }}
        />
      )}
      <TextInput label="Name" required autoComplete="off" {...field('customer.name')} />
      <PhoneField country={form.values.shipping.country} field={field('customer.phone')} />
      <TextInput label="Email" type="email" autoComplete="off" {...field('customer.email')} />
      <TextInput
        label="PIN code"
        inputMode="numeric"
        required
        autoComplete="off"
        {...field('shipping.pincode')}
        onChange={({ currentTarget: { value } }) => {
          const { state, country } = form.values.shipping;
          form.setFieldValue('shipping.pincode', value);
          const isWhole = /^\s*\d{3}\s?\d{3}\s*$/.test(value);
          const isTyped = state !== '' && state !== filledState.current;
          if (!isWhole || isTyped || country !== 'India') return;
          filledState.current = stateOfPincode(value.trim())?.name ?? '';
          form.setFieldValue('shipping.state', filledState.current);
        }}
      />
      <Textarea
        className={classes.wide}
        label="Street address"
        required
        rows={2}
        {...field('shipping.address')}
      />
      <TextInput label="City" required autoComplete="off" {...field('shipping.city')} />
      <TextInput label="State" required autoComplete="off" {...field('shipping.state')} />
      <TextInput label="Country" required autoComplete="off" {...field('shipping.country')} />
      <TextInput label="Notes" autoComplete="off" {...field('notes')} />
    </div>
  );
}
