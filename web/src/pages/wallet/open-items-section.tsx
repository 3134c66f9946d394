import { useQuery } from '@tanstack/react-query';
import type { OpenItemDto, OwnWalletDto } from '../../api/generated/dashboard-types';
import { listOwnOpenItemsOptions } from '../../api/generated/dashboard';
import { SectionCard } from '../../shared/layout/section-card';
import { column, type Column } from '../../shared/lists/columns';
import { ListView } from '../../shared/lists/list-view';
import { Money } from '../../shared/money';
import { Status } from '../../shared/status';
import { OwnOrderLink } from '../../order/order-link';

const PAGE = 500;

const COLUMNS: Column<OpenItemDto>[] = [
  column.cell('Order', ({ order_number: number }) => <OwnOrderLink number={number} />),
  column.at('Bought', 'bought_at'),
  column.cell('Due on', ({ due_on, overdue }) =>
    overdue ? <Status tone="bad">{`${due_on}, overdue`}</Status> : due_on,
  ),
  column.money('On account', 'amount'),
  column.total('To pay', 'left'),
];

/** Renders the unpaid orders that the company bought on account; nothing for a company that cannot. */
export function OpenItemsSection({ wallet }: { wallet: OwnWalletDto }) {
  const { credit_limit: limit, credit_used: used, credit_available: available } = wallet;
  const hasCredit = limit > 0 || used > 0;
  const items = useQuery({
    ...listOwnOpenItemsOptions({ query: { limit: PAGE } }),
    enabled: hasCredit,
  });
  if (!hasCredit) return null;
  return (
    <SectionCard title="Bought on account">
      <p>
        To pay <Money amount={used} strong />, left of the limit of <Money amount={limit} />{' '}
        <Money amount={available} strong />. Money in your wallet pays these orders by their due
        dates.
      </p>
      <ListView
        query={items}
        what="Orders bought on account"
        columns={COLUMNS}
        rowKey={({ order_number }) => order_number}
        empty="All orders bought on account are paid."
      />
    </SectionCard>
  );
}
