import { useQuery } from '@tanstack/react-query';
import {
  listFactorsOptions,
  removePasskeyOfUserMutation,
  removeTotpOfUserMutation,
} from '../../../api/generated/admin';
import { useMay, useSession } from '../../../frame/session';
import { FactorList } from '../../../security/factor-list';
import { SectionCard } from '../../../shared/layout/section-card';

/** Renders passkeys and one-time codes of operators, or of the people of a client. */
export function FactorsSection({ clientId }: { clientId?: number }) {
  const { user } = useSession();
  const mayRemove = useMay('users:write');
  const query = useQuery(listFactorsOptions({ query: { client_id: clientId } }));
  return (
    <SectionCard title="Passkeys and one-time codes">
      <FactorList
        query={query}
        isOfPeople
        removal={({ passkey_id: id, user_id: of }) => {
          if (!mayRemove || of === user.id) return null;
          return id === null
            ? () => removeTotpOfUserMutation().mutationFn({ path: { id: of } })
            : () => removePasskeyOfUserMutation().mutationFn({ path: { id: of, passkey_id: id } });
        }}
      />
      <p className="soft small">
        They stay when sessions end and passwords change. Each person removes their own on the page
        Account.
      </p>
    </SectionCard>
  );
}
