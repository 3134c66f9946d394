import { FilterSelect } from '../../shared/lists/filter-bar';
import { usePlanOptions } from './plans';

/** Renders a filter for a plan, by its name; nothing for people who may not see plans. */
export function PlanFilter({ value }: { value: string | undefined }) {
  const plans = usePlanOptions();
  if (plans.length === 0) return null;
  return (
    <FilterSelect
      label="Plan"
      parameter="plan"
      value={value}
      options={[{ value: '', label: 'Any plan' }, ...plans]}
    />
  );
}
