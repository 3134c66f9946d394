import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { IssuedOperatorTokenDto, OperatorTokenDto } from '../../api/generated/dashboard-types';
import {
  listOwnAdminTokensOptions,
  revokeOwnAdminTokenMutation,
} from '../../api/generated/dashboard';
import { column, type Column } from '../../shared/lists/columns';
import { ListView } from '../../shared/lists/list-view';
import { OPERATOR_TOKEN_COLUMNS, RevokeOperatorToken } from '../../shared/terms/operator-token';
import { SecretNotice } from '../../shared/layout/secret-notice';
import { SectionCard } from '../../shared/layout/section-card';
import { CreateOperatorToken } from './create-operator-token';

const COLUMNS: readonly Column<OperatorTokenDto>[] = [
  ...OPERATOR_TOKEN_COLUMNS,
  column.wide('Actions', (token) => (
    <RevokeOperatorToken token={token} revoke={revokeOwnAdminTokenMutation().mutationFn} />
  )),
];

/** Renders an operator's own tokens for scripts. */
export function OperatorTokensSection() {
  const [issued, setIssued] = useState<IssuedOperatorTokenDto | null>(null);
  const query = useQuery(listOwnAdminTokensOptions({ query: { limit: 200 } }));
  return (
    <SectionCard title="Operator tokens" aside={<CreateOperatorToken onIssued={setIssued} />}>
      {issued !== null && (
        <SecretNotice
          title={`Token “${issued.name}” was created.`}
          secret={issued.token}
          onStored={() => setIssued(null)}
        />
      )}
      <ListView
        query={query}
        what="Operator tokens"
        columns={COLUMNS}
        empty="You have no operator token. Scripts use one to call the Admin API, with only the permissions you choose."
      />
    </SectionCard>
  );
}
