import { getRouteApi, Link } from '@tanstack/react-router';
import { DoorPage } from '../../frame/door-page';
import { SignInForm } from '../../sign-in/sign-in-form';
import { hasPerson, loadForAnother } from '../../sign-in/tab-memory';

const route = getRouteApi('/sign-in');

/** Renders the page on which people sign in; it leads to the page that they wanted. */
export function SignInPage() {
  const { next = '/' } = route.useSearch();
  const enter = (): void => {
    loadForAnother(next === '/' ? '' : next.replace(/^\/dashboard/, ''));
  };
  return (
    <DoorPage title="Sign in">
      {hasPerson() && <p>Your session has ended. Sign in to go on where you were.</p>}
      <SignInForm onSignedIn={enter} />
      <p>
        <Link to="/forgot-password">Forgot your password?</Link>
      </p>
    </DoorPage>
  );
}
