import { useQuery } from '@tanstack/react-query';
import { getFirstStepsOptions, restoreFirstStepsMutation } from '../../../api/generated/admin';
import { useMay } from '../../../frame/session';
import { CallButton } from '../../../shared/forms/call-button';
import { SectionCard } from '../../../shared/layout/section-card';

/** Renders what brings the first steps back to the page “Today”; nothing if none of them is hidden. */
export function DismissedSteps() {
  const query = useQuery(getFirstStepsOptions());
  const mayRestore = useMay('users:write');
  if (!mayRestore || query.data?.data.dismissed !== true) return null;
  return (
    <SectionCard
      title="First steps"
      aside={
        <CallButton
          label="Show the steps again"
          aria-label="Show the steps again"
          send={restoreFirstStepsMutation().mutationFn}
        />
      }
    >
      <p className="soft">The steps to the first order are hidden from everyone.</p>
    </SectionCard>
  );
}
