import { Button, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { TotpEnrollmentDto } from '../../api/generated/dashboard-types';
import {
  disableTotpMutation,
  enableTotpMutation,
  enrollTotpMutation,
  listOwnFactorsOptions,
  renewRecoveryCodesMutation,
} from '../../api/generated/dashboard';
import { useSession } from '../../frame/session';
import { FormProblem, showFieldProblems } from '../../shared/forms/form-problem';
import { Notice } from '../../shared/layout/notice';
import { SectionCard } from '../../shared/layout/section-card';
import { Status } from '../../shared/status';
import { Time } from '../../shared/time';
import { Form } from '../../shared/forms/form';
import classes from './account-page.module.css';

/** Renders one-time codes of an authenticator app: off, being set up, or on. */
export function TwoFactorSection() {
  const { totp } = useSession();
  return (
    <SectionCard
      title="One-time codes"
      aside={<Status tone={totp.enabled ? 'ok' : 'calm'}>{totp.enabled ? 'On' : 'Off'}</Status>}
    >
      {totp.enabled ? <EnabledCodes /> : <SetUpCodes />}
    </SectionCard>
  );
}

function SetUpCodes() {
  const queryClient = useQueryClient();
  const enroll = useMutation(enrollTotpMutation());
  const form = useForm({ initialValues: { totp: '' } });
  const enable = useMutation({
    ...enableTotpMutation(),
    onError: (error) => showFieldProblems(form, error),
  });
  if (enable.data !== undefined) {
    const done = () => void queryClient.invalidateQueries();
    return <RecoveryCodes codes={enable.data.data.recovery_codes} onStored={done} />;
  }
  if (enroll.data === undefined) {
    return (
      <>
        <p className="soft">
          With an authenticator app on your phone, a password alone is not enough to sign in.
        </p>
        <FormProblem error={enroll.error} title="One-time codes could not be set up." />
        <div className={classes.buttons}>
          <Button
            variant="default"
            loading={enroll.isPending}
            onClick={() => enroll.mutate(undefined)}
          >
            Set up one-time codes
          </Button>
        </div>
      </>
    );
  }
  return (
    <Form
      fields={form}
      className={classes.form}
      onSubmit={form.onSubmit((body) => enable.mutate({ body }))}
    >
      <Enrollment enrollment={enroll.data.data} />
      <FormProblem error={enable.error} title="One-time codes were not turned on." />
      <TextInput
        label="One-time code"
        description="The six digits that the app shows now"
        inputMode="numeric"
        autoComplete="one-time-code"
        required
        {...form.getInputProps('totp')}
      />
      <Button type="submit" loading={enable.isPending}>
        Turn on
      </Button>
    </Form>
  );
}

function Enrollment({ enrollment: { secret, qr_svg } }: { enrollment: TotpEnrollmentDto }) {
  return (
    <>
      <p>Scan this code with your authenticator app, or type the key.</p>
      <div className={classes.code}>
        <img src={`data:image/svg+xml,${encodeURIComponent(qr_svg)}`} alt="QR code of the key" />
      </div>
      <p>
        Key <code>{secret.replace(/(.{4})/g, '$1 ').trim()}</code>
      </p>
    </>
  );
}

/** Renders the recovery codes of a person whose only second factor is a passkey. */
export function RecoverySection() {
  const renew = useMutation(renewRecoveryCodesMutation());
  if (renew.data !== undefined) {
    return (
      <SectionCard title="Recovery codes">
        <RecoveryCodes codes={renew.data.data.recovery_codes} onStored={renew.reset} />
      </SectionCard>
    );
  }
  return (
    <SectionCard title="Recovery codes">
      <p className="soft">
        You sign in with your passkey; your password alone is not enough. If you lose the device,
        your password and a recovery code sign you in.
      </p>
      <FormProblem error={renew.error} title="Nothing was changed." />
      <div className={classes.buttons}>
        <Button variant="default" loading={renew.isPending} onClick={() => renew.mutate(undefined)}>
          New recovery codes
        </Button>
      </div>
    </SectionCard>
  );
}

function EnabledCodes() {
  const factors = useQuery(listOwnFactorsOptions()).data?.data ?? [];
  const at = factors.find(({ kind }) => kind === 'totp')?.added_at ?? null;
  const queryClient = useQueryClient();
  const renew = useMutation(renewRecoveryCodesMutation());
  const disable = useMutation({
    ...disableTotpMutation(),
    onSuccess: () => queryClient.invalidateQueries(),
  });
  if (renew.data !== undefined) {
    return <RecoveryCodes codes={renew.data.data.recovery_codes} onStored={renew.reset} />;
  }
  return (
    <>
      <p className="soft">
        Signing in asks for a code of your authenticator app
        {at !== null && (
          <>
            , since <Time at={at} />
          </>
        )}
        .
      </p>
      <FormProblem error={renew.error ?? disable.error} title="Nothing was changed." />
      <div className={classes.buttons}>
        <Button variant="default" loading={renew.isPending} onClick={() => renew.mutate(undefined)}>
          New recovery codes
        </Button>
        <Button
          variant="default"
          color="red"
          loading={disable.isPending}
          onClick={() => disable.mutate(undefined)}
        >
          Turn off
        </Button>
      </div>
    </>
  );
}

function RecoveryCodes({ codes, onStored }: { codes: readonly string[]; onStored: () => void }) {
  return (
    <div role="status">
      <Notice tone="ok" title="Recovery codes">
        <p>
          Store them where you can find them without your phone. Each signs you in once. They are
          shown only now.
        </p>
        <ul className={classes.codes}>
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <Button variant="default" onClick={onStored}>
          I have stored them
        </Button>
      </Notice>
    </div>
  );
}
