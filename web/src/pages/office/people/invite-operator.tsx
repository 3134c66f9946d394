import { inviteOperatorMutation } from '../../../api/generated/admin';
import { CheckList } from '../../../shared/check-list';
import { InvitedEmail } from '../../../shared/people/invited-email';
import { FormButton } from '../../../shared/forms/form-button';
import { OPERATOR_ROLES, type OperatorRole } from './operator-roles';

interface InviteOperatorProps {
  /** Receives the link of the invitation if no mail server sends it. */
  onLink: (link: string) => void;
}

/** Renders the form that invites a colleague with roles. */
export function InviteOperator({ onLink }: InviteOperatorProps) {
  return (
    <FormButton
      variant="filled"
      size="sm"
      label="Invite person"
      action="Send invitation"
      initialValues={{ email: '', roles: [] as OperatorRole[] }}
      validate={{ roles: (roles) => (roles.length === 0 ? 'Choose at least one role.' : null) }}
      send={(body) => inviteOperatorMutation().mutationFn({ body })}
      onSaved={({ data }) => {
        if (data.link !== undefined) onLink(data.link);
      }}
    >
      {(form) => (
        <>
          <InvitedEmail {...form.getInputProps('email')} />
          <CheckList
            legend="Roles"
            options={OPERATOR_ROLES.map(({ role, ...rest }) => ({ value: role, ...rest }))}
            chosen={form.values.roles}
            onChange={(roles) => form.setFieldValue('roles', roles)}
            error={form.errors.roles as string | undefined}
          />
        </>
      )}
    </FormButton>
  );
}
