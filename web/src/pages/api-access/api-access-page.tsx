import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import {
  changeOwnTokenMutation,
  createOwnTokenMutation,
  listOwnTokensOptions,
  revokeOwnTokenMutation,
  rotateOwnTokenMutation,
} from '../../api/generated/dashboard';
import { CopyButton } from '../../shared/copy-button';
import { ListSection } from '../../shared/lists/list-view';
import { PageHeader } from '../../shared/layout/page-header';
import { SecretNotice } from '../../shared/layout/secret-notice';
import { SectionCard } from '../../shared/layout/section-card';
import { CreateToken } from '../../tokens/create-token';
import type { IssuedToken, TokenCalls } from '../../tokens/token-calls';
import { tokenColumns } from '../../tokens/token-columns';
import classes from './api-access-page.module.css';
import { ConnectionTest } from './connection-test';
const TOKENS_SHOWN = 200;

const CALLS: TokenCalls = {
  create: (body) => createOwnTokenMutation().mutationFn({ body }),
  rotate: rotateOwnTokenMutation().mutationFn,
  revoke: revokeOwnTokenMutation().mutationFn,
  change: changeOwnTokenMutation().mutationFn,
};

/** Renders what a store's server needs: address, tokens, and a test of its headers. */
export function ApiAccessPage() {
  const tokens = useQuery(listOwnTokensOptions({ query: { limit: TOKENS_SHOWN } }));
  const [issued, setIssued] = useState<IssuedToken | null>(null);
  return (
    <>
      <PageHeader
        title="API access"
        detail={
          <Link to="/api-access/requests">
            Refused requests of the last 30 days, and answered ones
          </Link>
        }
        action={<CreateToken createToken={CALLS.create} onIssued={setIssued} />}
      />
      {issued !== null && (
        <SecretNotice
          title={`Token for ${issued.domain}${issued.mode === 'test' ? ' (test)' : ''}`}
          secret={issued.token}
          onStored={() => setIssued(null)}
        />
      )}
      <div className="sections">
        <ListSection
          title="Tokens"
          query={tokens}
          columns={tokenColumns(CALLS, setIssued)}
          empty="There is no token yet. Create one for the domain of your store; your server sends it with every request."
        />
        <ConnectionTest />
        <SectionCard title="For your developers">
          <BaseAddress />
        </SectionCard>
      </div>
    </>
  );
}

function BaseAddress() {
  const address = window.location.origin;
  return (
    <ul className={classes.links}>
      <li>
        Base URL <code>{address}</code> <CopyButton value={address} what="base URL" />{' '}
        <span className="soft">
          Every path begins with <code>/api</code>
        </span>
      </li>
      <li>
        <a href="/docs/start">Guide, limits and error codes</a>
      </li>
      <li>
        <a href="/docs">API reference</a>
      </li>
      <li>
        <a href="/docs/downloads">Clients and examples</a> in TypeScript, Python and PHP, Postman
        collection, OpenAPI document
      </li>
    </ul>
  );
}
