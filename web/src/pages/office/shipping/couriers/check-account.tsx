import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import {
  checkCourierAccountMutation,
  replaceCourierAccountMutation,
} from '../../../../api/generated/admin';
import type { CheckedAccountDto, CourierAccountDto } from '../../../../api/generated/admin-types';
import { FormButton } from '../../../../shared/forms/form-button';
import { Notice } from '../../../../shared/layout/notice';
import { ProblemNotice } from '../../../../shared/layout/problem-notice';
import { savedAs } from './account-values';
import classes from './couriers.module.css';

/** Renders the button that tries the keys, and what the courier answered. */
export function CheckAccount({ account }: { account: CourierAccountDto }) {
  const queryClient = useQueryClient();
  const check = useMutation({
    ...checkCourierAccountMutation(),
    onSettled: () => queryClient.invalidateQueries(),
  });
  const { id, name } = account;
  return (
    <div className={classes.form}>
      <div className="buttons">
        <Button
          variant="default"
          aria-label={`Check ${name}`}
          loading={check.isPending}
          onClick={() => check.mutate({ path: { id } })}
        >
          Check
        </Button>
      </div>
      <ProblemNotice error={check.error} title="The account was not checked." />
      <div role="status">
        {check.data !== undefined && <Checked checked={check.data.data} account={account} />}
      </div>
    </div>
  );
}

function Checked({ checked, account }: { checked: CheckedAccountDto; account: CourierAccountDto }) {
  const { passed, pickup_places: places } = checked;
  // The problem is above, with the account.
  if (!passed && (places ?? []).length === 0) return null;
  const title = passed ? 'The courier accepts the keys.' : 'Choose another pick-up place.';
  return (
    <Notice tone={passed ? 'ok' : 'waiting'} title={title}>
      <UsePlace account={account} places={places} />
    </Notice>
  );
}

interface UsePlaceProps {
  account: CourierAccountDto;
  /** null: the courier does not list them. */
  places: CheckedAccountDto['pickup_places'];
}

function UsePlace({ account, places }: UsePlaceProps) {
  const { id, name, active, pickup_name: chosen, pickup_pincode: pincode } = account;
  const first = places?.find((place) => place.name === chosen) ?? places?.[0];
  return (
    <FormButton
      label={active ? 'Change the pick-up place' : 'Use for bookings'}
      aria-label={active ? `Change the pick-up place of ${name}` : `Use ${name} for bookings`}
      title={`Book shipments with ${name}`}
      action="Use for bookings"
      initialValues={{ place: first?.name ?? chosen ?? '', pincode: pincode ?? '' }}
      send={(values) =>
        replaceCourierAccountMutation().mutationFn({
          path: { id },
          body: {
            ...savedAs(account),
            active: true,
            pickup_name: values.place,
            pickup_pincode: places === null ? values.pincode : pincodeOf(places, values.place),
          },
        })
      }
    >
      {(form) =>
        places === null ? (
          <>
            <TextInput
              label="Pick-up place"
              description="Exactly as the courier’s own pages show its name, with capitals and blanks"
              required
              autoComplete="off"
              data-autofocus
              {...form.getInputProps('place')}
            />
            <TextInput
              label="Its PIN code"
              inputMode="numeric"
              required
              {...form.getInputProps('pincode')}
            />
          </>
        ) : (
          <NativeSelect
            label="Pick-up place"
            description="As the courier knows it"
            data={places.map((place) => place.name)}
            data-autofocus
            {...form.getInputProps('place')}
          />
        )
      }
    </FormButton>
  );
}

function pincodeOf(places: NonNullable<UsePlaceProps['places']>, name: string) {
  return places.find((place) => place.name === name)?.pincode;
}
