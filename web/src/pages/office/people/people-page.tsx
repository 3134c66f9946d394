import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { listInvitationsOptions, listOperatorsOptions } from '../../../api/generated/admin';
import { useSession } from '../../../frame/session';
import { ListSection } from '../../../shared/lists/list-view';
import { PageHeader } from '../../../shared/layout/page-header';
import { InvitationLink } from '../../../shared/layout/secret-notice';
import { InviteOperator } from './invite-operator';
import { INVITATION_COLUMNS, peopleColumns } from './people-columns';
import { PeopleTabs } from './people-tabs';
import { SecurityTab } from './security-tab';

const SHOWN = 200;
const route = getRouteApi('/signed-in/office/people');

/** Renders the wholesaler's staff: people, roles and invitations, and the access that they have now. */
export function PeoplePage() {
  const { tab } = route.useSearch();
  return tab === 'security' ? <SecurityTab /> : <OperatorsTab />;
}

function OperatorsTab() {
  const { user } = useSession();
  const [link, setLink] = useState<string | null>(null);
  const people = useQuery(listOperatorsOptions({ query: { limit: SHOWN } }));
  const invitations = useQuery(listInvitationsOptions({ query: { limit: SHOWN } }));
  return (
    <>
      <PageHeader
        title="People"
        detail="Operators of the wholesaler"
        action={<InviteOperator onLink={setLink} />}
      />
      <PeopleTabs current={undefined} />
      <div className="sections">
        <InvitationLink link={link} onStored={() => setLink(null)} />
        <ListSection
          title="Operators"
          query={people}
          columns={peopleColumns(user.id)}
          empty="No operator can sign in yet."
        />
        <ListSection
          title="Open invitations"
          query={invitations}
          columns={INVITATION_COLUMNS}
          empty="There are no open invitations. Invite a colleague by mail: the link works for 24 hours."
        />
      </div>
    </>
  );
}
