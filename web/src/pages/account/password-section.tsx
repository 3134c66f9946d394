import { Button, PasswordInput } from '@mantine/core';
import '@mantine/core/styles/PasswordInput.layer.css';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { changePasswordMutation } from '../../api/generated/dashboard';
import { useSession } from '../../frame/session';
import { CheckField } from '../../shared/forms/check-field';
import { FormProblem, showFieldProblems } from '../../shared/forms/form-problem';
import { Notice } from '../../shared/layout/notice';
import { SectionCard } from '../../shared/layout/section-card';
import { Form } from '../../shared/forms/form';
import classes from './account-page.module.css';

export function PasswordSection() {
  const { user } = useSession();
  const queryClient = useQueryClient();
  const form = useForm({
    initialValues: { current_password: '', new_password: '', end_tokens: true },
  });
  const change = useMutation({
    ...changePasswordMutation(),
    onSuccess: async () => {
      form.reset();
      await queryClient.invalidateQueries();
    },
    onError: (error) => showFieldProblems(form, error),
  });
  return (
    <SectionCard title="Password">
      <Form
        fields={form}
        className={classes.form}
        onSubmit={form.onSubmit((body) => change.mutate({ body }))}
      >
        <FormProblem error={change.error} title="The password was not changed." />
        {change.isSuccess && (
          <div role="status">
            <Notice tone="ok" title="The password was changed.">
              You were signed out everywhere else.
            </Notice>
          </div>
        )}
        <PasswordInput
          label="Current password"
          autoComplete="current-password"
          required
          {...form.getInputProps('current_password')}
        />
        <PasswordInput
          label="New password"
          description="At least 12 characters"
          autoComplete="new-password"
          required
          {...form.getInputProps('new_password')}
        />
        {user.kind === 'operator' && (
          <CheckField
            label="Also revoke my operator tokens"
            {...form.getInputProps('end_tokens', { type: 'checkbox' })}
          />
        )}
        <Button type="submit" variant="default" loading={change.isPending}>
          Change password
        </Button>
      </Form>
    </SectionCard>
  );
}
