import { useQuery } from '@tanstack/react-query';
import {
  listColleaguesOptions,
  listOpenInvitationsOptions,
} from '../../api/generated/dashboard/dashboard-api.tanstack';
import { useSession } from '../../frame/session';
import { ListView } from '../../shared/lists/list-view';
import { PageHeader } from '../../shared/layout/page-header';
import { SectionCard } from '../../shared/layout/section-card';
import { invitationColumns, memberColumns } from './people-columns';
import { CompanySection } from './company-section';
import { InviteColleague } from './invite-colleague';

const PEOPLE_SHOWN = 200;

/** Renders the company, its people, and its open invitations. */
export function CompanyPage() {
  const { user, client } = useSession();
  const isOwner = user.roles.includes('owner');
  const members = useQuery(listColleaguesOptions({ query: { limit: PEOPLE_SHOWN } }));
  const invitations = useQuery(listOpenInvitationsOptions({ query: { limit: PEOPLE_SHOWN } }));
  return (
    <>
      <PageHeader
        title="Company and people"
        detail={client?.name}
        action={isOwner && <InviteColleague />}
      />
      <div className="sections">
        <CompanySection isOwner={isOwner} />
        <SectionCard title="People">
          <ListView
            query={members}
            what="People"
            columns={memberColumns({ ownId: user.id, isOwner })}
            rowKey={({ id }) => id}
            empty="This company has no users."
          />
        </SectionCard>
        <SectionCard title="Open invitations">
          <ListView
            query={invitations}
            what="Open invitations"
            columns={invitationColumns({ isOwner })}
            rowKey={({ id }) => id}
            empty={
              isOwner
                ? 'There are no open invitations. Invite a colleague by mail: the link works for 24 hours.'
                : 'There are no open invitations. An owner of your company can invite colleagues.'
            }
          />
        </SectionCard>
      </div>
    </>
  );
}
