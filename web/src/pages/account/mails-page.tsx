import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { MailChoiceDto, MailChoicesDto } from '../../api/generated/dashboard-types';
import {
  chooseMailMutation,
  listMailsOptions,
  putWalletAlertMutation,
} from '../../api/generated/dashboard';
import { useSession } from '../../frame/session';
import { CheckField } from '../../shared/forms/check-field';
import { FormProblem } from '../../shared/forms/form-problem';
import { useSavedForm } from '../../shared/forms/use-saved-form';
import { EmptyState } from '../../shared/layout/empty-state';
import { Loaded } from '../../shared/layout/loaded';
import { PageHeader } from '../../shared/layout/page-header';
import { ProblemNotice } from '../../shared/layout/problem-notice';
import { SectionCard } from '../../shared/layout/section-card';
import { Form } from '../../shared/forms/form';
import { AmountField } from '../../shared/text-fields';
import { typedNumber } from '../../shared/forms/typed-number';
import classes from './account-page.module.css';

/** Renders the mails about orders and money that a person gets. */
export function MailsPage() {
  const { user } = useSession();
  const query = useQuery(listMailsOptions());
  return (
    <>
      <PageHeader title="Mails" detail={`To ${user.email}. Each colleague chooses alone.`} />
      <Loaded query={query} what="Your mails">
        {({ data }) =>
          data.mails.length === 0 ? (
            <EmptyState>Members of client companies choose their mails here.</EmptyState>
          ) : (
            <Choices {...data} isOwner={user.roles.includes('owner')} />
          )
        }
      </Loaded>
    </>
  );
}

function Choices({ mails, wallet_below, isOwner }: MailChoicesDto & { isOwner: boolean }) {
  return (
    <div className="sections">
      <SectionCard title="Mail me about">
        <div className={classes.choices}>
          {mails.map((mail) => (
            <Choice key={mail.kind} {...mail} />
          ))}
        </div>
        <p className="soft small">
          What happens within some minutes comes in one mail, at most once an hour for each line.
        </p>
      </SectionCard>
      {isOwner && wallet_below !== null && <WalletAlert below={wallet_below} />}
    </div>
  );
}

function Choice({ kind, label, help, on }: MailChoiceDto) {
  const queryClient = useQueryClient();
  const choose = useMutation({
    ...chooseMailMutation(),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: listMailsOptions().queryKey }),
  });
  return (
    <>
      <CheckField
        label={label}
        description={help}
        checked={choose.isPending ? !on : on}
        onChange={(event) => choose.mutate({ body: { kind, on: event.currentTarget.checked } })}
      />
      <ProblemNotice error={choose.error} title={`“${label}” was not changed.`} />
    </>
  );
}

function WalletAlert({ below }: { below: number }) {
  const { form, draft, save } = useSavedForm({
    name: 'wallet alert',
    initialValues: { below },
    send: putWalletAlertMutation().mutationFn,
    onSaved: (_, { resetDirty }) => resetDirty(),
  });
  return (
    <SectionCard title="When the wallet is low">
      <Form
        fields={form}
        className={classes.form}
        onSubmit={form.onSubmit(({ below: amount }) =>
          save.mutate({ body: { below: typedNumber(amount) } }),
        )}
      >
        {draft.offer}
        <FormProblem error={save.error} title="The amount was not changed." />
        <AmountField
          label="Mail us when the wallet holds less than"
          description="For everyone in your company"
          {...form.getInputProps('below')}
        />
        <Button type="submit" variant="default" loading={save.isPending}>
          {save.isSuccess && !form.isDirty() ? 'Saved' : 'Save'}
        </Button>
      </Form>
    </SectionCard>
  );
}
