import { useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link, useRouter } from '@tanstack/react-router';
import type { SignInResult } from '../../api/generated/dashboard/dashboard-api';
import { getSessionQueryKey } from '../../api/generated/dashboard/dashboard-api.tanstack';
import { DoorPage } from '../../frame/door-page';
import { SignInForm } from '../../sign-in/sign-in-form';
import { keepTabOf } from '../../sign-in/tab-memory';

const route = getRouteApi('/sign-in');

/** Renders the page on which people sign in; it leads to the page that they wanted. */
export function SignInPage() {
  const { next = '/' } = route.useSearch();
  const router = useRouter();
  const queryClient = useQueryClient();
  const enter = (answer: SignInResult): void => {
    keepTabOf(answer.data.user.id);
    queryClient.setQueryData(getSessionQueryKey(), answer);
    router.history.replace(`/dashboard${next === '/' ? '' : next.replace(/^\/dashboard/, '')}`);
  };
  return (
    <DoorPage title="Sign in">
      <SignInForm onSignedIn={enter} />
      <p>
        <Link to="/forgot-password">Forgot your password?</Link>
      </p>
    </DoorPage>
  );
}
