import { Tabs } from '../../../shared/layout/tabs';

const TABS = [
  { value: undefined, label: 'People' },
  { value: 'security', label: 'Security' },
] as const;

/** Renders the tabs of the page “People”. */
export function PeopleTabs({ current }: { current: (typeof TABS)[number]['value'] }) {
  return <Tabs label="Parts of the page" tabs={TABS} parameter="tab" current={current} />;
}
