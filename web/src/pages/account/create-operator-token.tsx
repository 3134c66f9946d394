import { TextInput } from '@mantine/core';
import { useState } from 'react';
import type {
  CreateOperatorTokenDto,
  IssuedOperatorTokenDto,
} from '../../api/generated/dashboard-types';
import { createOwnAdminTokenMutation } from '../../api/generated/dashboard';
import { useSession } from '../../frame/session';
import { CheckList } from '../../shared/check-list';
import { FormButton } from '../../shared/forms/form-button';
import { isoDay } from '../../shared/format';

type Permission = CreateOperatorTokenDto['permissions'][number];

const DAY_MS = 86_400_000;

interface CreateOperatorTokenProps {
  onIssued: (token: IssuedOperatorTokenDto) => void;
}

/** Creates a token with some of the person's own permissions. */
export function CreateOperatorToken({ onIssued }: CreateOperatorTokenProps) {
  const { permissions } = useSession();
  const [in90Days] = useState(() => isoDay(new Date(Date.now() + 90 * DAY_MS)));
  return (
    <FormButton
      label="Create operator token"
      action="Create operator token"
      initialValues={{ name: '', permissions: [] as Permission[], expires_at: in90Days }}
      validate={{
        permissions: (chosen) => (chosen.length === 0 ? 'Choose at least one permission.' : null),
      }}
      send={({ expires_at: day, ...token }) =>
        createOwnAdminTokenMutation().mutationFn({
          body: { ...token, expires_at: `${day}T00:00:00Z` },
        })
      }
      onSaved={({ data }) => onIssued(data)}
    >
      {(form) => (
        <>
          <TextInput
            label="Name"
            description="What the token is for"
            required
            maxLength={60}
            autoComplete="off"
            data-autofocus
            {...form.getInputProps('name')}
          />
          <TextInput
            label="Ends on"
            description="Within a year"
            type="date"
            required
            {...form.getInputProps('expires_at')}
          />
          <CheckList
            legend="Permissions"
            options={permissions.map((name) => ({ value: name as Permission, label: name }))}
            chosen={form.values.permissions}
            onChange={(chosen) => form.setFieldValue('permissions', chosen)}
            error={form.errors.permissions as string | undefined}
          />
        </>
      )}
    </FormButton>
  );
}
