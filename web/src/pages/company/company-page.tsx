import { useQuery } from '@tanstack/react-query';
import {
  listAccessRequestsOptions,
  listColleaguesOptions,
  listOpenInvitationsOptions,
  listOwnTokensOptions,
} from '../../api/generated/dashboard';
import { useSession } from '../../frame/session';
import { ListSection, ListView } from '../../shared/lists/list-view';
import { PageHeader } from '../../shared/layout/page-header';
import { SectionCard } from '../../shared/layout/section-card';
import { liveTokens } from '../../tokens/token-names';
import { invitationColumns, memberColumns, REQUEST_COLUMNS } from './people-columns';
import { CompanySection } from './company-section';
import { InviteColleague } from './invite-colleague';

const PEOPLE_SHOWN = 200;

/** Renders the company, its people, and its open invitations. */
export function CompanyPage() {
  const { user, client } = useSession();
  const isOwner = user.roles.includes('owner');
  const members = useQuery(listColleaguesOptions({ query: { limit: PEOPLE_SHOWN } }));
  const invitations = useQuery(listOpenInvitationsOptions({ query: { limit: PEOPLE_SHOWN } }));
  const tokens = useQuery({
    ...listOwnTokensOptions({ query: { limit: PEOPLE_SHOWN } }),
    enabled: isOwner,
  });
  const requests = useQuery({
    ...listAccessRequestsOptions({ query: { limit: PEOPLE_SHOWN } }),
    enabled: isOwner,
  });
  return (
    <>
      <PageHeader
        title="Company and people"
        detail={client?.name}
        action={isOwner && <InviteColleague />}
      />
      <div className="sections">
        {(requests.data?.data ?? []).length > 0 && (
          <SectionCard title="Requests of the wholesaler">
            <p className="soft">
              The wholesaler asks to invite these people to your company’s dashboard. Only an owner
              can approve for 72 hours. After that, a second operator of the wholesaler can, too,
              with a reason. Decline whom you do not know.
            </p>
            <ListView
              query={requests}
              what="Requests of the wholesaler"
              columns={REQUEST_COLUMNS}
              empty="There are no requests."
            />
          </SectionCard>
        )}
        <CompanySection isOwner={isOwner} />
        <ListSection
          title="People"
          query={members}
          columns={memberColumns({
            ownId: user.id,
            isOwner,
            tokens: liveTokens(tokens.data?.data),
          })}
          empty="This company has no users."
        />
        <ListSection
          title="Open invitations"
          query={invitations}
          columns={invitationColumns({ isOwner })}
          empty={
            isOwner
              ? 'There are no open invitations. Invite a colleague by mail: the link works for 24 hours.'
              : 'There are no open invitations. An owner of your company can invite colleagues.'
          }
        />
      </div>
    </>
  );
}
