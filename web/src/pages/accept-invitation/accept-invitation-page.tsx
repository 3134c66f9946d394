import { Button, PasswordInput, TextInput } from '@mantine/core';
import '@mantine/core/styles/PasswordInput.layer.css';
import { useForm } from '@mantine/form';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { acceptInvitationMutation, lookAtInvitationMutation } from '../../api/generated/dashboard';
import { DoorPage } from '../../frame/door-page';
import { IncompleteLink } from '../../frame/incomplete-link';
import { tokenOfLink } from '../../frame/link-token';
import { FormProblem, showFieldProblems } from '../../shared/forms/form-problem';
import { ProblemNotice } from '../../shared/layout/problem-notice';
import { loadForAnother } from '../../sign-in/tab-memory';
import { Form } from '../../shared/forms/form';

/** Renders the page of an invitation's link: the person chooses a name and a password. */
export function AcceptInvitationPage() {
  const token = tokenOfLink();
  const offer = useQuery({
    queryKey: ['lookAtInvitation', token],
    queryFn: () => lookAtInvitationMutation().mutationFn({ body: { token } }),
    enabled: token !== '',
  });
  const found = offer.data?.data;
  return (
    <DoorPage title="Accept invitation">
      {token === '' && <IncompleteLink />}
      <ProblemNotice error={offer.error} title="This invitation cannot be accepted." />
      {found !== undefined && (
        <>
          <p className="soft">
            {found.email} was invited to the dashboard of {found.client ?? 'the wholesaler'}.
          </p>
          <AcceptForm token={token} email={found.email} />
        </>
      )}
      <p>
        <Link to="/sign-in">Sign in</Link>
      </p>
    </DoorPage>
  );
}

function AcceptForm({ token, email }: { token: string; email: string }) {
  const form = useForm({ initialValues: { name: '', password: '' } });
  const accept = useMutation({
    ...acceptInvitationMutation(),
    onSuccess: () => loadForAnother(''),
    onError: (error) => showFieldProblems(form, error),
  });
  return (
    <Form
      fields={form}
      onSubmit={form.onSubmit(({ name, password }) =>
        accept.mutate({ body: { token, name, password } }),
      )}
    >
      <FormProblem error={accept.error} title="The invitation was not accepted." />
      {/* For password managers. */}
      <input type="hidden" name="email" autoComplete="username" value={email} />
      <TextInput label="Your name" autoComplete="name" required {...form.getInputProps('name')} />
      <PasswordInput
        label="Password"
        description="At least 12 characters"
        autoComplete="new-password"
        required
        {...form.getInputProps('password')}
      />
      <Button type="submit" fullWidth loading={accept.isPending}>
        Accept invitation
      </Button>
    </Form>
  );
}
