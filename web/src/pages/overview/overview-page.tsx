import { useSession } from '../../frame/session';
import { PageHeader } from '../../shared/page-header';

/** What needs the client's attention now. */
export function OverviewPage() {
  const { client } = useSession();
  return <PageHeader title="Overview" detail={client?.name} />;
}
