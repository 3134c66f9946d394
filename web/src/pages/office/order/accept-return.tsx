import { Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { acceptReturnMutation, getReturnPlaceOptions } from '../../../api/generated/admin';
import type { OrderRecordDto } from '../../../api/generated/admin-types';
import {
  NO_ADDRESS,
  ReturnAddress,
  ReturnAddressFields,
} from '../../../order/returns/return-address';
import { CheckField } from '../../../shared/forms/check-field';
import { FormButton } from '../../../shared/forms/form-button';

interface AcceptReturnProps {
  order: OrderRecordDto;
  asked: OrderRecordDto['returns'][number];
}

/** Accepts a return, or changes what its store sees. It goes where returns go, unless a person says otherwise. */
export function AcceptReturn({ order, asked }: AcceptReturnProps) {
  const place = useQuery(getReturnPlaceOptions()).data?.data.shown_address ?? null;
  const isAwaited = asked.status === 'awaited';
  const usual = asked.return_address ?? place;
  const name = isAwaited ? 'Change address' : 'Accept return';
  return (
    <FormButton
      size="sm"
      label={name}
      title={isAwaited ? 'Where it goes' : `Accept the return of ${order.order_number}?`}
      action={isAwaited ? 'Save address' : name}
      initialValues={{
        isElsewhere: usual === null,
        instructions: asked.instructions ?? '',
        return_address: { ...NO_ADDRESS, ...usual, phone: usual?.phone ?? '' },
      }}
      send={({ isElsewhere, instructions, return_address }) =>
        acceptReturnMutation().mutationFn({
          path: { order_number: order.order_number, return_id: asked.id },
          body: { instructions, ...(isElsewhere && { return_address }) },
        })
      }
    >
      {({ getInputProps, values: { isElsewhere } }, field) => (
        <>
          {!isAwaited && (
            <p>
              {order.client_name} sees that you take the units back. Mark the order as returned once
              they are here.
            </p>
          )}
          {usual !== null && (
            <>
              <ReturnAddress address={usual} />
              <CheckField
                label="They go to another address"
                {...getInputProps('isElsewhere', { type: 'checkbox' })}
              />
            </>
          )}
          {isElsewhere && <ReturnAddressFields field={field} at="return_address." />}
          <Textarea
            label="Instructions"
            description={`Optional; ${order.client_name} sees them`}
            maxLength={1000}
            rows={3}
            {...getInputProps('instructions')}
          />
        </>
      )}
    </FormButton>
  );
}
