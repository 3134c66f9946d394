import { VisuallyHidden } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { FirstStepDto, FirstStepsDto } from '../../../api/generated/admin-types';
import { dismissFirstStepsMutation } from '../../../api/generated/admin';
import { useMay } from '../../../frame/session';
import { CallButton } from '../../../shared/forms/call-button';
import { Icon } from '../../../shared/icon';
import { SectionCard } from '../../../shared/layout/section-card';
import { AddBankAccount } from '../money/bank/bank-account-forms';
import { ChooseServed } from '../settings/choose-served';
import { ChangeTaxProfile } from '../settings/change-tax-profile';
import classes from './first-steps.module.css';

interface Step {
  title: string;
  why: string;
  /** The permission that the action needs. */
  may: string;
  action: ReactNode;
}

const STEPS: Record<FirstStepDto['name'], Step> = {
  company: {
    title: 'Your company',
    why: 'Its name and logo stand on every page, mail and invoice.',
    may: 'tax:write',
    action: <Link to="/office/settings">Name your company</Link>,
  },
  tax: {
    title: 'Tax profile',
    why: 'GSTIN, legal name and address: with them, each shipment gets its invoice.',
    may: 'tax:write',
    action: <ChangeTaxProfile profile={null} />,
  },
  plan: {
    title: 'A first plan',
    why: 'A plan is the discount that a client gets on your prices.',
    may: 'plans:write',
    action: (
      <Link to="/office/prices" search={{ tab: 'plans' }}>
        Create a plan
      </Link>
    ),
  },
  products: {
    title: 'Products',
    why: 'Import the file of a supplier, or your own list.',
    may: 'catalog:write',
    action: <Link to="/office/new-import">Import a file</Link>,
  },
  delivery: {
    title: 'Who do you deliver to?',
    why: 'Only India, everywhere, or some countries. Orders from elsewhere are refused.',
    may: 'plans:write',
    action: <ChooseServed />,
  },
  payment: {
    title: 'Payment',
    why: 'Clients pay by transfer to your bank account, which their pages show. If two of you work with money, its statements can wait for a second person: set the amount under “Two persons” on the page Settings.',
    may: 'money:write',
    action: (
      <span className="actions">
        <AddBankAccount />
        <Link to="/office/settings">Let statements wait</Link>
      </span>
    ),
  },
  colleague: {
    title: 'A colleague',
    why: 'Give the warehouse and finance their own accounts.',
    may: 'users:write',
    action: <Link to="/office/people">Invite a colleague</Link>,
  },
  client: {
    title: 'A first client',
    why: 'The client gets an invitation, and its store a token.',
    may: 'clients:write',
    action: <Link to="/office/clients">Create a client</Link>,
  },
};

/** Renders what is left to do before the first order, each with its action. */
export function FirstSteps({ steps }: { steps: FirstStepsDto['steps'] }) {
  const done = steps.filter((step) => step.done).length;
  return (
    <SectionCard title="Set up your shop" aside={<Hide />}>
      <p className="soft">
        {done === 0
          ? `${steps.length} steps to your first order, in any order.`
          : `${done} of ${steps.length} steps are done.`}
      </p>
      <ol className={classes.steps}>
        {steps.map(({ name, done: isDone }) => (
          <StepRow key={name} step={STEPS[name]} isDone={isDone} />
        ))}
      </ol>
    </SectionCard>
  );
}

/** Hides the steps from everyone; the page Settings shows them again. */
function Hide() {
  return (
    useMay('users:write') && (
      <CallButton
        label="Hide"
        aria-label="Hide these steps from everyone"
        send={dismissFirstStepsMutation().mutationFn}
      />
    )
  );
}

const STAGES = ['Placed', 'Paid', 'Packed', 'Shipped', 'Invoiced'];

interface FirstOrderProps {
  step: NonNullable<FirstStepsDto['first_order_step']>;
  number: string | null;
  /** False while the card of all steps has the button that hides both. */
  mayHide: boolean;
}

/** Renders how far the first order is until its invoice, with the one next press. */
export function FirstOrder({ step, number, mayHide }: FirstOrderProps) {
  const reached = { place: 0, pay: 1, ship: 2, invoice: 4 }[step];
  return (
    <SectionCard title="First order" aside={mayHide && <Hide />}>
      <ol className={classes.stages}>
        {STAGES.map((stage, at) => (
          <li key={stage} data-done={at < reached || undefined}>
            <span className={classes.tick}>
              {at < reached && <Icon name="check" size={16} />}
              <VisuallyHidden>{at < reached ? 'Done: ' : 'To do: '}</VisuallyHidden>
            </span>
            {stage}
          </li>
        ))}
      </ol>
      <p>
        {step === 'place' || number === null ? (
          <>
            The store of a client orders with its token, or you{' '}
            <Link to="/office/orders/new">order for a client</Link>.
          </>
        ) : step === 'pay' ? (
          <>
            {number} waits for its payment:{' '}
            <Link to="/office/orders/$number" params={{ number }}>
              Record the payment
            </Link>
          </>
        ) : step === 'ship' ? (
          <>
            {number} is paid: <Link to="/office/shipping">Pick and ship</Link>
          </>
        ) : (
          <>
            {number} was shipped without an invoice:{' '}
            <Link to="/office/invoices" search={{ tab: 'missing' }}>
              Issue what is missing
            </Link>
          </>
        )}
      </p>
    </SectionCard>
  );
}

function StepRow({ step, isDone }: { step: Step; isDone: boolean }) {
  const may = useMay(step.may);
  return (
    <li className={classes.step} data-done={isDone || undefined}>
      <span className={classes.tick}>
        {isDone && <Icon name="check" size={16} />}
        <VisuallyHidden>{isDone ? 'Done: ' : 'To do: '}</VisuallyHidden>
      </span>
      <div>
        <strong>{step.title}</strong>
        <p className="soft small">{step.why}</p>
      </div>
      {isDone ? null : may ? (
        step.action
      ) : (
        <span className="soft small">A colleague can do this</span>
      )}
    </li>
  );
}
