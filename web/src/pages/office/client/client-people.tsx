import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { PersonDto } from '../../../api/generated/admin-types';
import {
  inviteMemberMutation,
  listMembersOptions,
  listTokensOptions,
  removeMemberMutation,
} from '../../../api/generated/admin';
import { useMay } from '../../../frame/session';
import { column, type Column } from '../../../shared/lists/columns';
import { InvitedEmail } from '../../../shared/people/invited-email';
import { FormButton } from '../../../shared/forms/form-button';
import { ListSection } from '../../../shared/lists/list-view';
import { RemovePerson } from '../../../shared/people/remove-person';
import { InvitationLink } from '../../../shared/layout/secret-notice';
import { secondFactors } from '../../../shared/terms/second-factors';
import { RelativeTime } from '../../../shared/time';
import { liveTokens } from '../../../tokens/token-names';
import { FactorsSection } from '../people/factors-section';

const SHOWN = 200;

const COLUMNS: readonly Column<PersonDto>[] = [
  column.text('Name', 'name'),
  column.text('Email', 'email', { isWide: true }),
  column.cell('Role', ({ roles }) => (roles.includes('owner') ? 'Owner' : 'Member')),
  column.cell('Second factor', (person) => secondFactors(person) ?? 'Not set up'),
  column.cell('Last seen', ({ seen_at }) =>
    seen_at === null ? 'Never' : <RelativeTime at={seen_at} />,
  ),
];

/** Renders the people of a client who can sign in to its dashboard. */
export function ClientPeople({ id }: { id: number }) {
  const [link, setLink] = useState<string | null>(null);
  const mayWrite = useMay('members:write');
  const query = useQuery(listMembersOptions({ path: { id }, query: { limit: SHOWN } }));
  const maySeeFactors = useMay('users:read');
  const mayReadTokens = useMay('tokens:read');
  const tokens = useQuery({
    ...listTokensOptions({ path: { id }, query: { limit: SHOWN } }),
    enabled: mayWrite && mayReadTokens,
  });
  const live = liveTokens(tokens.data?.data);
  const removal: Column<PersonDto> = {
    header: 'Actions',
    permission: 'members:write',
    cell: ({ id: userId, name, email }) => (
      <RemovePerson
        name={name}
        tokens={live.filter(({ made_by }) => made_by === userId)}
        remove={(endTokens) =>
          removeMemberMutation().mutationFn({
            path: { id, user_id: userId },
            query: { end_tokens: endTokens },
          })
        }
      >
        {email} is signed out immediately and can no longer sign in.
      </RemovePerson>
    ),
  };
  return (
    <>
      <InvitationLink link={link} onStored={() => setLink(null)} />
      <ListSection
        title="People"
        aside={mayWrite && <InviteMember clientId={id} onLink={setLink} />}
        query={query}
        what="People of the client"
        columns={[...COLUMNS, removal]}
        empty="No person of this client can sign in yet. Invite its owner."
      />
      {maySeeFactors && <FactorsSection clientId={id} />}
    </>
  );
}

interface InviteMemberProps {
  clientId: number;
  /** Receives the link of the invitation if no mail server sends it. */
  onLink: (link: string) => void;
}

const ROLES = [
  { value: 'owner', label: 'Owner' },
  { value: 'member', label: 'Member' },
];

function InviteMember({ clientId, onLink }: InviteMemberProps) {
  return (
    <FormButton
      label="Invite person"
      action="Send invitation"
      initialValues={{ email: '', role: 'owner' }}
      send={({ email, role }) =>
        inviteMemberMutation().mutationFn({
          path: { id: clientId },
          body: { email, role: role as 'owner' },
        })
      }
      onSaved={({ data }) => {
        if (data.link !== undefined) onLink(data.link);
      }}
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
