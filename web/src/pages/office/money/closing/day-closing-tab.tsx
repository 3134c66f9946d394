import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { TIME_ZONE } from '../../../../../../src/platform/time-zone.ts';
import { useMay } from '../../../../frame/session';
import { getDayReportOptions } from '../../../../api/generated/admin';
import { FilterBar, FilterDate } from '../../../../shared/lists/filter-bar';
import { formatDay, shopToday } from '../../../../shared/format';
import { Loaded } from '../../../../shared/layout/loaded';
import { SectionCard } from '../../../../shared/layout/section-card';
import { DownloadOrPrint } from '../../../../shared/lists/download';
import { BankClosings } from '../bank/bank-closing';
import { Closing } from './closing';

const route = getRouteApi('/signed-in/office/money');

/** Renders the closing of a day in India: of all wallets, and of each bank account. */
export function DayClosingTab() {
  const today = shopToday();
  const { date = today } = route.useSearch();
  const mayReadBank = useMay('bank:read');
  const filter = { date, time_zone: TIME_ZONE };
  const query = useQuery(getDayReportOptions({ query: filter }));
  return (
    <>
      <FilterBar>
        <FilterDate label="Day" parameter="date" value={date} max={today} />
      </FilterBar>
      <div className="sections">
        <SectionCard
          title={`Closing of ${formatDay(date)}${date === today ? ' so far' : ''}`}
          aside={<DownloadOrPrint path="/admin/reports/day/export" filter={filter} />}
        >
          <Loaded query={query} what="The closing" rows={8}>
            {({ data }) => <Closing report={data} />}
          </Loaded>
        </SectionCard>
        {mayReadBank && <BankClosings date={date} />}
      </div>
    </>
  );
}
