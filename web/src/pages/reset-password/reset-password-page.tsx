import { Button, PasswordInput } from '@mantine/core';
import '@mantine/core/styles/PasswordInput.layer.css';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { performPasswordResetMutation } from '../../api/generated/dashboard';
import { DoorPage } from '../../frame/door-page';
import { IncompleteLink } from '../../frame/incomplete-link';
import { tokenOfLink } from '../../frame/link-token';
import { FormProblem, showFieldProblems } from '../../shared/forms/form-problem';
import { FactorNames } from '../../security/factor-list';
import { Notice } from '../../shared/layout/notice';
import { Form } from '../../shared/forms/form';

/** Renders the page of a password reset's link. */
export function ResetPasswordPage() {
  const token = tokenOfLink();
  const form = useForm({ initialValues: { password: '' } });
  const reset = useMutation({
    ...performPasswordResetMutation(),
    onError: (error) => showFieldProblems(form, error),
  });
  return (
    <DoorPage title="Choose a new password">
      {token === '' ? (
        <IncompleteLink />
      ) : reset.isSuccess ? (
        <div role="status">
          <Notice tone="ok" title="The password was changed.">
            <p>Sign in with the new password. You were signed out everywhere.</p>
            {reset.data.data.factors.length > 0 && (
              <>
                <p>
                  These still open your account. If someone else added one, sign in and remove it on
                  the page Account. If you cannot sign in, ask the wholesaler.
                </p>
                <FactorNames factors={reset.data.data.factors} />
              </>
            )}
          </Notice>
        </div>
      ) : (
        <Form
          fields={form}
          onSubmit={form.onSubmit(({ password }) => reset.mutate({ body: { token, password } }))}
        >
          <FormProblem error={reset.error} title="The password was not changed." />
          <PasswordInput
            label="New password"
            description="At least 12 characters"
            autoComplete="new-password"
            required
            {...form.getInputProps('password')}
          />
          <Button type="submit" fullWidth loading={reset.isPending}>
            Change password
          </Button>
        </Form>
      )}
      <p>
        <Link to="/sign-in">Sign in</Link>
      </p>
    </DoorPage>
  );
}
