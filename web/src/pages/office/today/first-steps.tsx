import { VisuallyHidden } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { FirstStepDto, FirstStepsDto } from '../../../api/generated/admin-types';
import { dismissFirstStepsMutation } from '../../../api/generated/admin';
import { useMay } from '../../../frame/session';
import { CallButton } from '../../../shared/forms/call-button';
import { Icon } from '../../../shared/icon';
import { SectionCard } from '../../../shared/layout/section-card';
import classes from './first-steps.module.css';

interface Step {
  title: string;
  why: string;
  /** The permission that the action needs. */
  may: string;
  link: { to: string; search?: Record<string, string>; label: string };
}

const STEPS: Record<FirstStepDto['name'], Step> = {
  company: {
    title: 'Your company',
    why: 'Its name and logo stand on every page, mail and invoice.',
    may: 'tax:write',
    link: { to: '/office/settings', label: 'Name your company' },
  },
  plan: {
    title: 'A first plan',
    why: 'A plan is the discount that a client gets on your prices.',
    may: 'plans:write',
    link: { to: '/office/prices', search: { tab: 'plans' }, label: 'Create a plan' },
  },
  products: {
    title: 'Products',
    why: 'Import the file of a supplier, or your own list.',
    may: 'catalog:write',
    link: { to: '/office/new-import', label: 'Import a file' },
  },
  delivery: {
    title: 'Delivery',
    why: 'Say who delivers, and where delivery costs more or is not possible.',
    may: 'plans:write',
    link: { to: '/office/settings', label: 'Set delivery zones' },
  },
  payment: {
    title: 'Payment',
    why: 'Clients pay by transfer to your bank account, which their pages show.',
    may: 'money:write',
    link: { to: '/office/money', search: { tab: 'bank' }, label: 'Enter your bank account' },
  },
  colleague: {
    title: 'A colleague',
    why: 'Give the warehouse and finance their own accounts.',
    may: 'users:write',
    link: { to: '/office/people', label: 'Invite a colleague' },
  },
  client: {
    title: 'A first client',
    why: 'The client gets an invitation, and its store a token.',
    may: 'clients:write',
    link: { to: '/office/clients', label: 'Create a client' },
  },
};

/** Renders what is left to do before the first order, each with its action. */
export function FirstSteps({ steps }: { steps: FirstStepsDto['steps'] }) {
  const done = steps.filter((step) => step.done).length;
  return (
    <SectionCard
      title="Set up your shop"
      aside={
        useMay('users:write') && (
          <CallButton
            label="Hide"
            aria-label="Hide these steps from everyone"
            send={dismissFirstStepsMutation().mutationFn}
          />
        )
      }
    >
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

function StepRow({ step, isDone }: { step: Step; isDone: boolean }) {
  const { to, search, label } = step.link;
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
        <Link to={to} search={search ?? {}}>
          {label}
        </Link>
      ) : (
        <span className="soft small">A colleague can do this</span>
      )}
    </li>
  );
}
