import { useQuery } from '@tanstack/react-query';
import type { ApprovalLimitsDto } from '../../../api/generated/admin-types';
import {
  getApprovalLimitsOptions,
  replaceApprovalLimitsMutation,
} from '../../../api/generated/admin';
import { useMay } from '../../../frame/session';
import { FactList } from '../../../shared/fact-list';
import { formatMoney } from '../../../shared/format';
import { typedNumber } from '../../../shared/forms/typed-number';
import classes from '../../../shared/forms/dialog.module.css';
import { FormButton } from '../../../shared/forms/form-button';
import { Loaded } from '../../../shared/layout/loaded';
import { SectionCard } from '../../../shared/layout/section-card';
import { AmountField } from '../../../shared/text-fields';

type Kind = Exclude<keyof ApprovalLimitsDto, `${string}_per_day` | 'statement'>;

const LABELS: Record<Kind, string> = {
  receipt: 'Receipts',
  payout: 'Payouts',
  reversal: 'Reversals of receipts',
  refund: 'Refunds to source',
  adjustment: 'Corrections and write-offs',
  credit: 'Credit of clients',
};
const KINDS = Object.keys(LABELS) as Kind[];

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
        What one person records in a day above these sums waits for another one. Receipts that a
        line of a bank statement or the gateway proves neither wait nor count.
      </p>
      <Loaded query={query} what="The limits" rows={KINDS.length}>
        {(answer) => (
          <FactList
            facts={[
              ...KINDS.map((kind): [string, string] => [
                LABELS[kind],
                answer.data[kind] === 0
                  ? 'Always'
                  : `Above ${formatMoney(answer.data[kind] ?? 0)} for a client, ${formatMoney(perDay(answer.data, kind))} for all`,
              ]),
              ['Imports of bank statements', statementsOf(answer.data)],
            ]}
          />
        )}
      </Loaded>
    </SectionCard>
  );
}

function ChangeLimits({ limits }: { limits: ApprovalLimitsDto }) {
  const values = Object.fromEntries(
    KINDS.flatMap((kind) => [
      [kind, String(limits[kind])],
      [`${kind}_per_day`, String(perDay(limits, kind))],
    ]),
  );
  const { statement } = limits;
  const initialValues = {
    ...(values as Record<Exclude<keyof ApprovalLimitsDto, 'statement'>, string>),
    statement: statement == null ? '' : String(statement),
  };
  return (
    <FormButton
      label="Change limits"
      action="Save limits"
      initialValues={initialValues}
      send={(form) => replaceApprovalLimitsMutation().mutationFn({ body: limitsOf(form) })}
    >
      {({ getInputProps }) => (
        <>
          <p className="soft small">
            Sums of what one person records in a day. 0: all of them wait. What waits already keeps
            waiting. Raised limits wait for another owner, if there is one. The audit log has each
            change.
          </p>
          {KINDS.map((kind, index) => (
            <div key={kind} className={classes.pair}>
              <AmountField
                label={`${LABELS[kind]} for one client`}
                data-autofocus={index === 0 || undefined}
                {...getInputProps(kind)}
              />
              <AmountField
                label="For all clients"
                aria-label={`${LABELS[kind]} for all clients`}
                {...getInputProps(`${kind}_per_day`)}
              />
            </div>
          ))}
          <AmountField
            label="Imports of bank statements wait above"
            description="What the statements of one person move in and out on a day. Another person sees the sums and the largest lines, and approves each file by one press. Empty: they never wait"
            required={false}
            {...getInputProps('statement')}
          />
        </>
      )}
    </FormButton>
  );
}

function perDay(limits: ApprovalLimitsDto, kind: Kind): number {
  return limits[`${kind}_per_day`] ?? 0;
}

function statementsOf({ statement }: ApprovalLimitsDto): string {
  if (statement == null) return 'Never';
  return statement === 0 ? 'Always' : `Above ${formatMoney(statement)}`;
}

function limitsOf({
  statement,
  ...form
}: Record<keyof ApprovalLimitsDto, string>): ApprovalLimitsDto {
  const entries = Object.entries(form).map(
    ([field, amount]) => [field, typedNumber(amount)] as const,
  );
  return {
    ...(Object.fromEntries(entries) as Record<Exclude<keyof typeof form, 'statement'>, number>),
    statement: statement.trim() === '' ? null : typedNumber(statement),
  };
}
