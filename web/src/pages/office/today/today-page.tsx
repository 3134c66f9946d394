import { PageHeader } from '../../../shared/page-header';

/** What the wholesaler's staff has to do now. */
export function TodayPage() {
  return <PageHeader title="Today" />;
}
