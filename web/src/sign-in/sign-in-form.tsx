import { Button, PasswordInput, TextInput } from '@mantine/core';
import '@mantine/core/styles/PasswordInput.layer.css';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { signInMutation } from '../api/generated/dashboard';
import type { SignInResult } from '../api/generated/dashboard-types';
import { HAS_PASSKEYS, loadPasskeys } from '../api/load-passkeys';
import { problemOf } from '../api/problem';
import { Notice } from '../shared/layout/notice';
import { Form } from '../shared/forms/form';

interface SignInFormProps {
  /** Filled in already; the person may change it. */
  email?: string;
  onSignedIn: (answer: SignInResult) => void;
}

/**
 * Renders the sign-in form: email and password, and the code of an authenticator app if the account has one. A passkey replaces
 * all of them.
 */
export function SignInForm({ email = '', onSignedIn }: SignInFormProps) {
  const form = useForm({ initialValues: { email, password: '', totp: '' } });
  const signIn = useMutation({ ...signInMutation(), onSuccess: onSignedIn });
  const passkey = useMutation({
    mutationFn: signInByPasskey,
    onMutate: () => signIn.reset(),
    onSuccess: onSignedIn,
  });
  const failed = [signIn, passkey].find(({ isError }) => isError);
  const problem = failed === undefined ? null : problemOf(failed.error);
  // A refusal does not say which part was wrong: it may be a missing code.
  const [hasCode, setHasCode] = useState(false);
  return (
    <Form
      fields={form}
      data-no-draft
      onSubmit={form.onSubmit(({ totp, ...body }) => {
        passkey.reset();
        signIn.mutate({ body: { ...body, ...(totp !== '' && { totp }) } });
      })}
    >
      {problem !== null && (
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
        data-autofocus={email === '' ? undefined : true}
        {...form.getInputProps('password')}
      />
      {hasCode ? (
        <TextInput
          label="One-time code"
          description="Six digits from your authenticator app, or a recovery code"
          autoComplete="one-time-code"
          {...form.getInputProps('totp')}
        />
      ) : (
        <Button variant="subtle" onClick={() => setHasCode(true)}>
          I use a one-time code
        </Button>
      )}
      <Button type="submit" fullWidth loading={signIn.isPending || signIn.isSuccess}>
        Sign in
      </Button>
      <PasskeyButton isBusy={passkey.isPending || passkey.isSuccess} onClick={passkey.mutate} />
    </Form>
  );
}

async function signInByPasskey(): Promise<SignInResult> {
  return (await loadPasskeys()).signInWithPasskey();
}

function PasskeyButton({ isBusy, onClick }: { isBusy: boolean; onClick: () => void }) {
  if (!HAS_PASSKEYS) return null;
  return (
    <Button variant="default" fullWidth loading={isBusy} onClick={onClick}>
      Use a passkey
    </Button>
  );
}
