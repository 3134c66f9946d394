import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ListedOperatorTokenDto } from '../../../api/generated/admin/admin-api.schemas';
import {
  listInvitationsOptions,
  listOperatorsOptions,
  listOperatorTokensOptions,
  revokeOperatorTokenMutation,
} from '../../../api/generated/admin/admin-api.tanstack';
import { useSession } from '../../../frame/session';
import sections from '../../../shared/layout/sections.module.css';
import type { Column } from '../../../shared/lists/data-table';
import { EmptyState } from '../../../shared/layout/empty-state';
import { ListView } from '../../../shared/lists/list-view';
import { OPERATOR_TOKEN_COLUMNS, RevokeOperatorToken } from '../../../shared/terms/operator-token';
import { PageHeader } from '../../../shared/layout/page-header';
import { SecretNotice } from '../../../shared/layout/secret-notice';
import { SectionCard } from '../../../shared/layout/section-card';
import { InviteOperator } from './invite-operator';
import { INVITATION_COLUMNS, peopleColumns } from './people-columns';

const SHOWN = 200;

const TOKEN_COLUMNS: readonly Column<ListedOperatorTokenDto>[] = [
  ...OPERATOR_TOKEN_COLUMNS,
  { header: 'Person', isWide: true, cell: ({ user_email }) => user_email },
  {
    header: 'Actions',
    isWide: true,
    cell: (token) => (
      <RevokeOperatorToken token={token} revoke={revokeOperatorTokenMutation().mutationFn} />
    ),
  },
];

/** Renders the wholesaler's staff: people, roles, invitations and operator tokens. */
export function PeoplePage() {
  const { user } = useSession();
  const [link, setLink] = useState<string | null>(null);
  const people = useQuery(listOperatorsOptions({ query: { limit: SHOWN } }));
  const invitations = useQuery(listInvitationsOptions({ query: { limit: SHOWN } }));
  const tokens = useQuery(listOperatorTokensOptions({ query: { limit: SHOWN } }));
  return (
    <>
      <PageHeader
        title="People"
        detail="Operators of the wholesaler"
        action={<InviteOperator onLink={setLink} />}
      />
      <div className={sections.sections}>
        {link !== null && (
          <SecretNotice
            title="No mail server is set up: pass this link on."
            advice="It works once, within 24 hours, and is shown only now."
            secret={link}
            onStored={() => setLink(null)}
          />
        )}
        <SectionCard title="Operators">
          <ListView
            query={people}
            what="Operators"
            columns={peopleColumns(user.id)}
            rowKey={({ id }) => id}
            empty={<EmptyState>No operator can sign in yet.</EmptyState>}
          />
        </SectionCard>
        <SectionCard title="Open invitations">
          <ListView
            query={invitations}
            what="Open invitations"
            columns={INVITATION_COLUMNS}
            rowKey={({ id }) => id}
            empty={
              <EmptyState>
                There are no open invitations. Invite a colleague by mail: the link works for 24
                hours.
              </EmptyState>
            }
          />
        </SectionCard>
        <SectionCard title="Operator tokens">
          <ListView
            query={tokens}
            what="Operator tokens"
            columns={TOKEN_COLUMNS}
            rowKey={({ id }) => id}
            empty={
              <EmptyState>
                No operator has an operator token. Each makes their own on the page “Account”.
              </EmptyState>
            }
          />
        </SectionCard>
      </div>
    </>
  );
}
