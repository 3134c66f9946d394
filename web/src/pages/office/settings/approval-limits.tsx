import { TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ApprovalLimitsDto } from '../../../api/generated/admin/admin-api.schemas';
import {
  getApprovalLimitsOptions,
  replaceApprovalLimitsMutation,
} from '../../../api/generated/admin/admin-api.tanstack';
import { useMay } from '../../../frame/session';
import { FactList } from '../../../shared/fact-list';
import { formatMoney } from '../../../shared/format';
import { FormButton } from '../../../shared/forms/form-button';
import { Loaded } from '../../../shared/layout/loaded';
import { SectionCard } from '../../../shared/layout/section-card';

const LABELS: Record<keyof ApprovalLimitsDto, string> = {
  receipt: 'Receipts',
  payout: 'Payouts',
  reversal: 'Reversals of receipts',
  refund: 'Refunds to source',
  adjustment: 'Corrections and write-offs',
};
const KINDS = Object.keys(LABELS) as (keyof ApprovalLimitsDto)[];

/** Renders the amounts above which what one person records waits for another one. */
export function ApprovalLimits() {
  const query = useQuery(getApprovalLimitsOptions());
  const limits = query.data?.data;
  const mayChange = useMay('limits:write');
  return (
    <SectionCard
      title="Two persons"
      aside={mayChange && limits !== undefined ? <ChangeLimits limits={limits} /> : undefined}
    >
      <p className="soft">
        What one person records above these amounts waits for another one. Receipts that a line of a
        bank statement or the gateway proves never wait.
      </p>
      <Loaded query={query} what="The limits" rows={KINDS.length}>
        {(answer) => (
          <FactList
            facts={KINDS.map((kind) => [
              LABELS[kind],
              answer.data[kind] === 0 ? 'Always' : `Above ${formatMoney(answer.data[kind])}`,
            ])}
          />
        )}
      </Loaded>
    </SectionCard>
  );
}

function ChangeLimits({ limits }: { limits: ApprovalLimitsDto }) {
  const values = Object.fromEntries(KINDS.map((kind) => [kind, String(limits[kind])])) as Record<
    keyof ApprovalLimitsDto,
    string
  >;
  return (
    <FormButton
      label="Change limits"
      action="Save limits"
      initialValues={values}
      send={(form) => replaceApprovalLimitsMutation().mutationFn({ body: limitsOf(form) })}
    >
      {({ getInputProps }) => (
        <>
          <p className="soft small">
            0: all of them wait. What waits already keeps waiting. The audit log has each change.
          </p>
          {KINDS.map((kind, index) => (
            <TextInput
              key={kind}
              label={`${LABELS[kind]} wait above`}
              type="number"
              min="0"
              step="0.01"
              required
              data-autofocus={index === 0 || undefined}
              {...getInputProps(kind)}
            />
          ))}
        </>
      )}
    </FormButton>
  );
}

function limitsOf(form: Record<keyof ApprovalLimitsDto, string>): ApprovalLimitsDto {
  const entries = KINDS.map((kind) => [kind, Number(form[kind])] as const);
  return Object.fromEntries(entries) as Record<keyof ApprovalLimitsDto, number>;
}
