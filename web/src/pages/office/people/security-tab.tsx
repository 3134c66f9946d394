import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ListedOperatorTokenDto } from '../../../api/generated/admin-types';
import {
  endAllOperatorSessionsMutation,
  listOperatorSessionsOptions,
  listOperatorTokensOptions,
  revokeOperatorTokenMutation,
} from '../../../api/generated/admin';
import { EndAllAccess } from '../../../security/end-all-access';
import { PERSON_SESSION_COLUMNS } from '../../../security/session-columns';
import { CheckField } from '../../../shared/forms/check-field';
import { PageHeader } from '../../../shared/layout/page-header';
import { column, type Column } from '../../../shared/lists/columns';
import { ListSection } from '../../../shared/lists/list-view';
import { OPERATOR_TOKEN_COLUMNS, RevokeOperatorToken } from '../../../shared/terms/operator-token';
import { FactorsSection } from './factors-section';
import { PeopleTabs } from './people-tabs';

const SHOWN = 200;

const TOKEN_COLUMNS: readonly Column<ListedOperatorTokenDto>[] = [
  ...OPERATOR_TOKEN_COLUMNS,
  column.text('Person', 'user_email', { isWide: true }),
  column.wide('Actions', (token) => (
    <RevokeOperatorToken token={token} revoke={revokeOperatorTokenMutation().mutationFn} />
  )),
];

/** Renders where operators are signed in, and the tokens of their scripts. */
export function SecurityTab() {
  const [endTokens, setEndTokens] = useState(true);
  const sessions = useQuery(listOperatorSessionsOptions({ query: { limit: SHOWN } }));
  const tokens = useQuery(listOperatorTokensOptions({ query: { limit: SHOWN } }));
  return (
    <>
      <PageHeader
        title="Security"
        detail="Operators of the wholesaler"
        action={
          <EndAllAccess
            everyone="every operator"
            send={() =>
              endAllOperatorSessionsMutation().mutationFn({
                query: { end_tokens: endTokens ? 'true' : 'false' },
              })
            }
          >
            <CheckField
              label="Also revoke all operator tokens"
              checked={endTokens}
              onChange={(event) => setEndTokens(event.currentTarget.checked)}
            />
            <p>Scripts that use one are refused until they have a new one.</p>
          </EndAllAccess>
        }
      />
      <PeopleTabs current="security" />
      <div className="sections">
        <ListSection
          title="Signed in"
          query={sessions}
          what="Sessions"
          columns={PERSON_SESSION_COLUMNS}
          empty="No operator is signed in."
        />
        <FactorsSection />
        <ListSection
          title="Operator tokens"
          query={tokens}
          columns={TOKEN_COLUMNS}
          empty="No operator has an operator token. Each makes their own on the page “Account”."
        />
      </div>
    </>
  );
}
