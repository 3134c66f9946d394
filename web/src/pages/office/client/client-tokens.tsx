import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  createTokenMutation,
  listMembersOptions,
  listTokensOptions,
  revokeTokenMutation,
  rotateTokenMutation,
} from '../../../api/generated/admin';
import { useMay } from '../../../frame/session';
import { ListSection } from '../../../shared/lists/list-view';
import { SecretNotice } from '../../../shared/layout/secret-notice';
import { CreateToken } from '../../../tokens/create-token';
import type { IssuedToken, TokenCalls } from '../../../tokens/token-calls';
import { tokenColumns } from '../../../tokens/token-columns';

const SHOWN = 200;

/** Renders the API tokens of a client with their last use, and creates, rotates and revokes them. */
export function ClientTokens({ id }: { id: number }) {
  const [issued, setIssued] = useState<IssuedToken | null>(null);
  const mayWrite = useMay('tokens:write');
  const query = useQuery(listTokensOptions({ path: { id }, query: { limit: SHOWN } }));
  const members = useQuery({
    ...listMembersOptions({ path: { id }, query: { limit: SHOWN } }),
    enabled: mayWrite,
  });
  const isTestOnly = members.data?.data.some(({ roles }) => roles.includes('owner')) ?? false;
  const calls: TokenCalls = {
    isTestOnly,
    create: (body) => createTokenMutation().mutationFn({ path: { id }, body }),
    rotate: rotateTokenMutation().mutationFn,
    revoke: revokeTokenMutation().mutationFn,
  };
  return (
    <>
      {issued !== null && (
        <SecretNotice
          title={`Token for ${issued.domain}${issued.mode === 'test' ? ' (test)' : ''}`}
          advice="Pass it on to the client’s developers securely. It is shown only now."
          secret={issued.token}
          onStored={() => setIssued(null)}
        />
      )}
      <ListSection
        title="API tokens"
        aside={
          mayWrite && (
            <CreateToken
              variant="default"
              isTestOnly={isTestOnly}
              createToken={calls.create}
              onIssued={setIssued}
            />
          )
        }
        query={query}
        columns={tokenColumns(mayWrite ? calls : null, setIssued)}
        empty="This client has no API token yet. Create one for the domain of its store."
      />
    </>
  );
}
