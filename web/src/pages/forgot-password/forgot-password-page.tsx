import { Button, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { requestPasswordResetMutation } from '../../api/generated/dashboard';
import { DoorPage } from '../../frame/door-page';
import { FormProblem, showFieldProblems } from '../../shared/forms/form-problem';
import { Notice } from '../../shared/layout/notice';
import { Form } from '../../shared/forms/form';

/** Requests a link to a new password. */
export function ForgotPasswordPage() {
  const form = useForm({ initialValues: { email: '' } });
  const ask = useMutation({
    ...requestPasswordResetMutation(),
    onError: (error) => showFieldProblems(form, error),
  });
  return (
    <DoorPage title="Forgot your password?">
      {ask.isSuccess ? (
        <div role="status">
          <Notice tone="ok" title="Check your mail">
            If there is an account with this address, a link was sent to it. It works for 30
            minutes.
          </Notice>
        </div>
      ) : (
        <Form fields={form} onSubmit={form.onSubmit((body) => ask.mutate({ body }))}>
          <FormProblem error={ask.error} title="No link was sent." />
          <TextInput
            label="Email"
            type="email"
            autoComplete="username"
            required
            {...form.getInputProps('email')}
          />
          <Button type="submit" fullWidth loading={ask.isPending}>
            Send link
          </Button>
        </Form>
      )}
      <p>
        <Link to="/sign-in">Sign in</Link>
      </p>
    </DoorPage>
  );
}
