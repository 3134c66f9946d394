import { NativeSelect, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import {
  addCourierAccountMutation,
  replaceCourierAccountMutation,
} from '../../../../api/generated/admin';
import type {
  CourierAccountDto,
  CourierKindDto,
  CourierPushKeyDto,
  SaveCourierAccountDto,
} from '../../../../api/generated/admin-types';
import { choices } from '../../../../shared/choices';
import { FormButton } from '../../../../shared/forms/form-button';
import { MODES, savedAs } from './account-values';

const RETURN_TO = { name: '', phone: '', address: '', city: '', state: '', pincode: '' };

/** Names of keys are found in `secrets`, which no draft keeps. */
interface AccountValues {
  kind: CourierAccountDto['kind'];
  name: string;
  environment: CourierAccountDto['environment'];
  mode: CourierAccountDto['mode'];
  base_url: string;
  push_header: string;
  secrets: Record<string, string>;
  return_to: typeof RETURN_TO;
}

const EMPTY: AccountValues = {
  kind: 'sandbox',
  name: '',
  environment: 'live',
  mode: 'surface',
  base_url: '',
  push_header: 'x-api-key',
  secrets: {},
  return_to: RETURN_TO,
};

export function AddAccount({
  kinds,
  onPushKey,
}: {
  kinds: readonly CourierKindDto[];
  onPushKey: (key: CourierPushKeyDto) => void;
}) {
  const labels = Object.fromEntries(
    kinds.map(({ kind, label, sandbox }) => [
      kind,
      sandbox ? `${label}, for trying: it carries nothing` : label,
    ]),
  );
  return (
    <FormButton
      size="sm"
      label="Add account"
      title="Add an account with a courier"
      action="Add account"
      initialValues={{ ...EMPTY, kind: kinds[0]?.kind ?? EMPTY.kind }}
      send={(values) => addCourierAccountMutation().mutationFn({ body: bodyOf(values) })}
      onSaved={({ data }) => onPushKey(data)}
    >
      {(form) => (
        <>
          <NativeSelect
            label="Courier"
            data={choices(labels)}
            data-autofocus
            {...form.getInputProps('kind')}
          />
          <AccountFields
            form={form}
            keys={kinds.find(({ kind }) => kind === form.getValues().kind)?.keys ?? []}
          />
        </>
      )}
    </FormButton>
  );
}

export function ChangeAccount({ account }: { account: CourierAccountDto }) {
  const { id, name, environment, mode, base_url, push, return_to } = account;
  return (
    <FormButton
      label="Change"
      aria-label={`Change ${name}`}
      title={`Change ${name}`}
      action="Save"
      initialValues={{
        ...EMPTY,
        kind: account.kind,
        name,
        environment,
        mode,
        base_url: base_url ?? '',
        push_header: push.header,
        return_to: return_to ?? RETURN_TO,
      }}
      send={(values) =>
        replaceCourierAccountMutation().mutationFn({
          path: { id },
          body: { ...savedAs(account), ...bodyOf(values) },
        })
      }
    >
      {(form) => <AccountFields form={form} keys={account.keys} />}
    </FormButton>
  );
}

function bodyOf(values: AccountValues): SaveCourierAccountDto {
  const { kind, name, environment, mode, base_url, push_header, secrets, return_to } = values;
  const entered = Object.entries(secrets).filter(([, value]) => value !== '');
  const hasReturn = Object.values(return_to).some((text) => text.trim() !== '');
  return {
    kind,
    name,
    environment,
    mode,
    base_url: base_url.trim() === '' ? null : base_url,
    push_header,
    keys: entered.map(([key, value]) => ({ name: key, value })),
    return_to: hasReturn ? return_to : undefined,
  };
}

function AccountFields({
  form,
  keys,
}: {
  form: UseFormReturnType<AccountValues>;
  keys: readonly { name: string; label: string; set?: boolean }[];
}) {
  return (
    <>
      <TextInput
        label="Name"
        description="For your staff, such as “Delhivery, Chennai”"
        required
        {...form.getInputProps('name')}
      />
      <NativeSelect
        label="Environment"
        description="The courier’s test system books nothing real"
        data={choices({ live: 'Live', staging: 'Test system of the courier' })}
        {...form.getInputProps('environment')}
      />
      {keys.map(({ name, label, set }) => (
        <TextInput
          type="password"
          key={name}
          label={label}
          description={
            set === true
              ? 'Leave it empty to keep the one that is stored'
              : 'From your account at the courier; it is never shown again'
          }
          autoComplete="new-password"
          {...form.getInputProps(`secrets.${name}`)}
          value={form.getValues().secrets[name] ?? ''}
        />
      ))}
      <NativeSelect label="Sends by" data={choices(MODES)} {...form.getInputProps('mode')} />
      <ReturnFields form={form} />
      <TextInput
        label="Header with the secret of updates"
        description="Most couriers let you choose it; Authorization works, too"
        autoComplete="off"
        {...form.getInputProps('push_header')}
      />
      <TextInput
        label="Another address of the courier"
        description="For tests with a stub; leave it empty"
        autoComplete="off"
        {...form.getInputProps('base_url')}
      />
    </>
  );
}

const RETURN_LABELS = {
  name: 'Name',
  phone: 'Phone',
  address: 'Address',
  city: 'City',
  state: 'State',
  pincode: 'PIN code',
} as const satisfies Record<keyof typeof RETURN_TO, string>;

function ReturnFields({ form }: { form: UseFormReturnType<AccountValues> }) {
  return (
    <fieldset>
      <legend>Undelivered goods go to</legend>
      <p className="soft small">Leave it empty if they go back to the pick-up place.</p>
      {Object.entries(RETURN_LABELS).map(([field, label]) => (
        <TextInput
          key={field}
          label={`${label} for returns`}
          autoComplete="off"
          {...form.getInputProps(`return_to.${field}`)}
        />
      ))}
    </fieldset>
  );
}
