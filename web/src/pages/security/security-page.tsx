import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import {
  endColleagueSessionsMutation,
  listColleagueFactorsOptions,
  listColleagueSessionsOptions,
  listOwnTokensOptions,
  removeColleaguePasskeyMutation,
} from '../../api/generated/dashboard';
import { EndAllAccess } from '../../security/end-all-access';
import { FactorList } from '../../security/factor-list';
import { PERSON_SESSION_COLUMNS } from '../../security/session-columns';
import { useSession } from '../../frame/session';
import { CheckList } from '../../shared/check-list';
import { PageHeader } from '../../shared/layout/page-header';
import { SectionCard } from '../../shared/layout/section-card';
import { ListSection, ListView } from '../../shared/lists/list-view';
import { tokenColumns } from '../../tokens/token-columns';
import type { Token } from '../../tokens/token-calls';
import { liveTokens } from '../../tokens/token-names';

const SHOWN = 200;
const TOKEN_COLUMNS = tokenColumns(null, () => undefined);

/** Renders the people and tokens that have access to the company. */
export function SecurityPage() {
  const { client, user } = useSession();
  const factors = useQuery(listColleagueFactorsOptions());
  const sessions = useQuery(listColleagueSessionsOptions({ query: { limit: SHOWN } }));
  const tokens = useQuery(listOwnTokensOptions({ query: { limit: SHOWN } }));
  return (
    <>
      <PageHeader
        title="Security"
        detail={client?.name}
        action={<EndCompanyAccess tokens={liveTokens(tokens.data?.data)} />}
      />
      <div className="sections">
        <ListSection
          title="Signed in"
          query={sessions}
          what="Sessions"
          columns={PERSON_SESSION_COLUMNS}
          empty="No one is signed in."
        />
        <SectionCard title="Passkeys and one-time codes">
          <FactorList
            query={factors}
            isOfPeople
            removal={({ passkey_id: id, user_id }) =>
              id === null || user_id === user.id
                ? null
                : () => removeColleaguePasskeyMutation().mutationFn({ path: { id } })
            }
          />
          <p className="soft small">
            They stay when you end all access. Remove your own on the page{' '}
            <Link to="/account">Account</Link>. Colleagues turn off their one-time codes there; the
            wholesaler can, too.
          </p>
        </SectionCard>
        <SectionCard title="API tokens" aside={<Link to="/api-access">Rotate or revoke one</Link>}>
          <ListView
            query={tokens}
            what="API tokens"
            columns={TOKEN_COLUMNS}
            empty="No server of your stores has a token."
          />
        </SectionCard>
      </div>
    </>
  );
}

/** Ends all access, with API tokens one by one: a store stops without its own. */
function EndCompanyAccess({ tokens }: { tokens: readonly Token[] }) {
  const [ended, setEnded] = useState<string[]>([]);
  return (
    <EndAllAccess
      everyone="everyone of your company"
      send={() =>
        endColleagueSessionsMutation().mutationFn({
          query: { end_tokens: ended.join() || 'false' },
        })
      }
    >
      {tokens.length > 0 && (
        <>
          <CheckList
            legend="Also revoke API tokens"
            options={tokens.map(({ id, domain, last4, mode }) => ({
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
  );
}
