import { useRouter } from '@tanstack/react-router';
import { PageHeader } from '../shared/layout/page-header';
import { ProblemNotice } from '../shared/layout/problem-notice';

/** Renders the replacement of a page that failed to load or to render. */
export function PageFailure({ error }: { error: unknown }) {
  const router = useRouter();
  return (
    <>
      <PageHeader title="This page could not be shown" />
      <ProblemNotice
        error={error}
        title="Something went wrong"
        onRetry={() => void router.invalidate()}
      />
    </>
  );
}
