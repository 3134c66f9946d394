import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import {
  endColleagueSessionsMutation,
  listColleagueSessionsOptions,
  listOwnTokensOptions,
} from '../../api/generated/dashboard/dashboard-api.tanstack';
import { EndAllAccess } from '../../security/end-all-access';
import { PERSON_SESSION_COLUMNS } from '../../security/session-columns';
import { useSession } from '../../frame/session';
import { CheckList } from '../../shared/check-list';
import { PageHeader } from '../../shared/layout/page-header';
import { SectionCard } from '../../shared/layout/section-card';
import { ListView } from '../../shared/lists/list-view';
import { tokenColumns } from '../../tokens/token-columns';
import { liveTokens } from '../../tokens/token-names';

const SHOWN = 200;
const TOKEN_COLUMNS = tokenColumns(null, () => undefined);

/** Renders the people and tokens that have access to the company. */
export function SecurityPage() {
  const { client } = useSession();
  const [ended, setEnded] = useState<string[]>([]);
  const sessions = useQuery(listColleagueSessionsOptions({ query: { limit: SHOWN } }));
  const tokens = useQuery(listOwnTokensOptions({ query: { limit: SHOWN } }));
  const live = liveTokens(tokens.data?.data);
  return (
    <>
      <PageHeader
        title="Security"
        detail={client?.name}
        action={
          <EndAllAccess
            everyone="everyone of your company"
            send={() =>
              endColleagueSessionsMutation().mutationFn({
                query: { end_tokens: ended.join() || 'false' },
              })
            }
          >
            {live.length > 0 && (
              <>
                <CheckList
                  legend="Also revoke API tokens"
                  options={live.map(({ id, domain, last4, mode }) => ({
                    value: `${id}`,
                    label: `${domain} …${last4}`,
                    description: mode === 'test' ? 'test' : undefined,
                  }))}
                  chosen={ended}
                  onChange={setEnded}
                />
                <p>A store stops until its server has a new token.</p>
              </>
            )}
          </EndAllAccess>
        }
      />
      <div className="sections">
        <SectionCard title="Signed in">
          <ListView
            query={sessions}
            what="Sessions"
            columns={PERSON_SESSION_COLUMNS}
            rowKey={({ id }) => id}
            empty="No one is signed in."
          />
        </SectionCard>
        <SectionCard title="API tokens" aside={<Link to="/api-access">Rotate or revoke one</Link>}>
          <ListView
            query={tokens}
            what="API tokens"
            columns={TOKEN_COLUMNS}
            rowKey={({ id }) => id}
            empty="No server of your stores has a token."
          />
        </SectionCard>
      </div>
    </>
  );
}
