import { Button, PasswordInput, TextInput } from '@mantine/core';
import '@mantine/core/styles/PasswordInput.layer.css';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link, useRouter } from '@tanstack/react-router';
import {
  getSessionQueryKey,
  signInMutation,
} from '../../api/generated/dashboard/dashboard-api.tanstack';
import { problemOf } from '../../api/problem';
import { DoorPage } from '../../frame/door-page';
import { Notice } from '../../shared/notice';

const route = getRouteApi('/sign-in');

/** Email and password, and the code of an authenticator app where the account has one. */
export function SignInPage() {
  const { next = '/' } = route.useSearch();
  const router = useRouter();
  const queryClient = useQueryClient();
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { email: '', password: '', totp: '' },
  });
  const signIn = useMutation({
    ...signInMutation(),
    onSuccess: (answer) => {
      queryClient.setQueryData(getSessionQueryKey(), answer);
      router.history.replace(`/dashboard${next === '/' ? '' : next.replace(/^\/dashboard/, '')}`);
    },
  });
  const problem = signIn.error === null ? null : problemOf(signIn.error);
  const needsCode = problem?.code === 'totp_required';
  return (
    <DoorPage title="Sign in">
      <form
        onSubmit={form.onSubmit(({ email, password, totp }) =>
          signIn.mutate({ body: { email, password, ...(totp !== '' && { totp }) } }),
        )}
      >
        {problem !== null && !needsCode && (
          <Notice tone="bad" isAlert>
            {problem.message}
          </Notice>
        )}
        <TextInput
          label="Email"
          type="email"
          autoComplete="username"
          required
          {...form.getInputProps('email')}
        />
        <PasswordInput
          label="Password"
          autoComplete="current-password"
          required
          {...form.getInputProps('password')}
        />
        {needsCode && (
          <TextInput
            label="Code"
            description="Six digits from your authenticator app, or a recovery code"
            autoComplete="one-time-code"
            inputMode="numeric"
            required
            data-autofocus
            {...form.getInputProps('totp')}
          />
        )}
        <Button type="submit" fullWidth loading={signIn.isPending}>
          Sign in
        </Button>
      </form>
      <p>
        <Link to="/sign-in">Forgot your password?</Link>
      </p>
    </DoorPage>
  );
}
