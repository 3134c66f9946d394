import { ORDER_STATUSES } from '../../../../../src/orders/lifecycle/order-lifecycle.ts';
import type { Sort } from '../../../search-params';
import { FilterDate, FilterSelect } from '../../../shared/lists/filter-bar';
import { FilterField } from '../../../shared/lists/filter-field';
import { dayChips } from '../../../shared/lists/toolbar/choice-chips';
import type { Chip } from '../../../shared/lists/toolbar/list-bar';
import { orderStatusLabel } from '../../../shared/terms/order-status';
import { ClientFilter } from '../client/filter/client-filter';
import { useClientChip } from '../client/filter/client-name';

/** Filters of the list, as its address has them. */
interface OrderFilters {
  payment?: string;
  client?: string;
  sku?: string;
  from?: string;
  to?: string;
}

const PAYMENTS = [
  { value: '', label: 'Any' },
  { value: 'unpaid', label: 'Unpaid' },
  { value: 'paid', label: 'Paid' },
  { value: 'refunded', label: 'Refunded' },
] as const;

const SORTS = [
  { value: 'created_at', label: 'Oldest first' },
  { value: '-created_at', label: 'Newest first' },
] as const;

/** Renders the fields that filter and sort the list. */
export function OrderFilterFields(props: OrderFilters & { sort: Sort }) {
  const { payment, client, sku, from, to, sort } = props;
  return (
    <>
      <ClientFilter value={client} />
      <FilterField label="SKU" placeholder="Exactly" parameter="sku" value={sku} />
      <FilterSelect label="Payment" parameter="payment" value={payment} options={PAYMENTS} />
      <FilterDate label="Placed from" parameter="from" value={from} max={to} />
      <FilterDate label="Placed until" parameter="to" value={to} />
      <FilterSelect label="Sorted" parameter="sort" value={sort} options={SORTS} />
    </>
  );
}

/** Describes the filters that are set, in words. Tabs show a single status; several, as links have them, are a filter. */
export function useOrderChips(status: string, search: OrderFilters): Chip[] {
  const { payment, client, sku, from, to } = search;
  const several = ORDER_STATUSES.filter((listed) => status.split(',').includes(listed));
  const paid = PAYMENTS.find(({ value }) => value !== '' && value === payment);
  return [
    ...(several.length > 1
      ? [{ parameter: 'status', label: several.map(orderStatusLabel).join(', '), reset: 'all' }]
      : []),
    ...useClientChip(client),
    ...(sku === undefined ? [] : [{ parameter: 'sku', label: `SKU ${sku}` }]),
    ...(paid === undefined ? [] : [{ parameter: 'payment', label: paid.label }]),
    ...dayChips({ from, to }),
  ];
}
