import { NativeSelect } from '@mantine/core';
import type { InviteColleagueDto } from '../../api/generated/dashboard-types';
import { inviteColleagueMutation } from '../../api/generated/dashboard';
import { InvitedEmail } from '../../shared/people/invited-email';
import { FormButton } from '../../shared/forms/form-button';

const ROLES = [
  { value: 'member', label: 'Member: orders, payments, tokens' },
  { value: 'owner', label: 'Owner: also manages people and automatic payment' },
];

const EMPTY: InviteColleagueDto = { email: '', role: 'member' };

/** Invites a person to the company by mail. */
export function InviteColleague() {
  return (
    <FormButton
      variant="filled"
      size="sm"
      label="Invite colleague"
      action="Send invitation"
      initialValues={EMPTY}
      send={(body) => inviteColleagueMutation().mutationFn({ body })}
    >
      {({ getInputProps }) => (
        <>
          <InvitedEmail {...getInputProps('email')} />
          <NativeSelect label="Role" data={ROLES} {...getInputProps('role')} />
        </>
      )}
    </FormButton>
  );
}
