import { Button, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import type { ConnectionCheckDto } from '../../api/generated/dashboard-types';
import { testConnectionMutation } from '../../api/generated/dashboard';
import { FormProblem } from '../../shared/forms/form-problem';
import { useDraft } from '../../shared/forms/use-draft';
import { SectionCard } from '../../shared/layout/section-card';
import { StatusOf, type StatusRow } from '../../shared/status';
import classes from './api-access-page.module.css';

const RESULTS: Record<ConnectionCheckDto['result'], StatusRow> = {
  passed: { tone: 'ok', label: 'Passed' },
  failed: { tone: 'bad', label: 'Failed' },
  not_checked: { tone: 'calm', label: 'Not checked' },
};

/** Shows which check of the Store API the headers of a server fail. */
export function ConnectionTest() {
  const form = useForm({ initialValues: { authorization: '', domain: '' } });
  const draft = useDraft('connection test', form, true);
  const test = useMutation({ ...testConnectionMutation(), onSuccess: draft.forget });
  return (
    <SectionCard title="Test my connection">
      <p className="soft small">
        Paste the two headers as your server sends them. They are checked like a real request and
        not stored.
      </p>
      {draft.offer}
      <form
        className={classes.form}
        onSubmit={form.onSubmit(({ authorization, domain }) =>
          test.mutate({
            body: {
              headers: {
                ...(authorization !== '' && { authorization }),
                ...(domain !== '' && { 'x-client-domain': domain }),
              },
            },
          }),
        )}
      >
        <TextInput
          label="Authorization"
          placeholder="Bearer wso_…"
          autoComplete="off"
          spellCheck={false}
          {...form.getInputProps('authorization')}
        />
        <TextInput
          label="X-Client-Domain"
          placeholder="shop.example"
          autoComplete="off"
          {...form.getInputProps('domain')}
        />
        <Button type="submit" variant="default" loading={test.isPending}>
          Test my connection
        </Button>
      </form>
      <FormProblem error={test.error} title="The test could not be run." />
      <div role="status">{test.data !== undefined && <Checks checks={test.data.data} />}</div>
    </SectionCard>
  );
}

function Checks({ checks }: { checks: readonly ConnectionCheckDto[] }) {
  const isWhole = checks.every(({ result }) => result === 'passed');
  return (
    <>
      {isWhole && <p>Your server’s requests would be accepted.</p>}
      <ul className={classes.checks}>
        {checks.map(({ check, result, code, message }) => (
          <li key={check}>
            <StatusOf {...RESULTS[result]} />
            <span>
              {message}
              {code !== null && (
                <>
                  {' '}
                  <code>{code}</code>
                </>
              )}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}
