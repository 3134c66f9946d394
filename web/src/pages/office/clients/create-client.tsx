import { NativeSelect, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { IssuedTokenDto, NewClientRecordDto } from '../../../api/generated/admin-types';
import { createClientMutation, createClientWithTokenMutation } from '../../../api/generated/admin';
import { useMay } from '../../../frame/session';
import { FormButton } from '../../../shared/forms/form-button';
import { startOfDay } from '../../../shared/india-days';
import { AddressFields } from '../../../shared/tax/address-fields';
import { addressOf, addressValues } from '../../../shared/tax/address-values';
import { GstinField, gstinProblem } from '../../../shared/tax/gstin-field';
import { usePlans } from '../plans';

/** A created client, with secrets that cannot be read again. */
export interface CreatedClient {
  client: NewClientRecordDto;
  /** null: not requested. */
  token: IssuedTokenDto | null;
}

const EMPTY = {
  name: '',
  email: '',
  owner_email: '',
  plan: '',
  ends_on: '',
  domain: '',
  gstin: '',
  billing: addressValues(null),
};

/** Creates a client, invites its owner, begins its subscription, and creates its first token. */
export function CreateClient({ onCreated }: { onCreated: (created: CreatedClient) => void }) {
  return (
    <FormButton
      variant="filled"
      size="sm"
      label="Create client"
      action="Create client"
      initialValues={EMPTY}
      validate={{ gstin: gstinProblem }}
      send={create}
      onSaved={onCreated}
    >
      {(form) => <Fields form={form} />}
    </FormButton>
  );
}

function Fields({ form }: { form: UseFormReturnType<typeof EMPTY> }) {
  const mayMakeTokens = useMay('tokens:write');
  const plans = usePlans();
  return (
    <>
      <TextInput label="Company" required data-autofocus {...form.getInputProps('name')} />
      <TextInput
        label="Email of the company"
        type="email"
        required
        {...form.getInputProps('email')}
      />
      <TextInput
        label="Email of its owner"
        description="Receives an invitation to the dashboard. Empty = no invitation"
        type="email"
        {...form.getInputProps('owner_email')}
      />
      <NativeSelect
        label="Plan"
        description="Its store can order with a plan only"
        data={[
          { value: '', label: 'None yet' },
          ...plans.map(({ code, name }) => ({ value: code, label: name })),
        ]}
        {...form.getInputProps('plan')}
      />
      <TextInput
        label="Subscription ends on"
        description="First day without access. Empty = no end"
        type="date"
        {...form.getInputProps('ends_on')}
      />
      {mayMakeTokens && (
        <TextInput
          label="Domain of its store"
          description="Creates the first API token, for example for shop.example. Empty = no token"
          autoComplete="off"
          {...form.getInputProps('domain')}
        />
      )}
      <p className="soft small">
        GSTIN and billing address, for invoices. Empty = enter them later
      </p>
      <GstinField
        {...form.getInputProps('gstin')}
        value={form.values.gstin}
        state={form.values.billing.state}
        onState={(state) => form.setFieldValue('billing.state', state)}
      />
      <AddressFields
        path="billing"
        values={form.values.billing}
        getInputProps={form.getInputProps}
      />
    </>
  );
}

/** Creates the client with its owner and subscription, and its first token if a domain is given: all of it, or nothing. */
async function create(values: typeof EMPTY): Promise<CreatedClient> {
  const { name, email, owner_email, plan, ends_on, domain, gstin, billing } = values;
  const subscription = { plan, ...(ends_on !== '' && { ends_at: startOfDay(ends_on) }) };
  const body = {
    name,
    email,
    owner_email,
    ...(plan !== '' && { subscription }),
    gstin: gstin.trim() === '' ? null : gstin,
    billing: addressOf(billing),
  };
  if (domain !== '') {
    return (await createClientWithTokenMutation().mutationFn({ body: { ...body, domain } })).data;
  }
  const { data: client } = await createClientMutation().mutationFn({ body });
  return { client, token: null };
}
