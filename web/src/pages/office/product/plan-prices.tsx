import type { PlanDto, ProductRecordDto } from '../../../api/generated/admin-types';
import { column, type Column } from '../../../shared/lists/columns';
import { DataTable } from '../../../shared/lists/data-table';
import { EmptyState } from '../../../shared/layout/empty-state';
import { formatDay, formatMoney } from '../../../shared/format';
import { Money } from '../../../shared/money';
import { SectionCard } from '../../../shared/layout/section-card';
import { usePlans } from '../plans';
import { EditPrice } from './edit-price';
import classes from './product-form.module.css';

export function PlanPrices({ product }: { product: ProductRecordDto }) {
  const plans = usePlans();
  const columns: readonly Column<PlanDto>[] = [
    column.text('Plan', 'name'),
    { header: 'Price', isNumber: true, cell: (plan) => <Price plan={plan} product={product} /> },
    {
      header: 'Own price',
      permission: 'plans:write',
      cell: (plan) => (
        <EditPrice
          plan={plan}
          sku={product.sku}
          ownPrice={product.plan_prices?.[plan.code] ?? null}
          discounted={discountedPrice(product.base_price ?? null, plan.discount_percent)}
        />
      ),
    },
  ];
  return (
    <SectionCard title="Prices on plans" aside={<BasePrice product={product} />}>
      {plans.length === 0 ? (
        <EmptyState>There are no plans yet.</EmptyState>
      ) : (
        <DataTable
          caption="Prices on plans"
          columns={columns}
          rows={plans}
          rowKey={({ code }) => code}
        />
      )}
    </SectionCard>
  );
}

function BasePrice({ product: { base_price: price } }: { product: ProductRecordDto }) {
  return (
    <span className="soft small">
      {price == null ? 'No base price' : `Base price ${formatMoney(price)}`}
    </span>
  );
}

function Price({ plan, product }: { plan: PlanDto; product: ProductRecordDto }) {
  const own = product.plan_prices?.[plan.code];
  const discounted = discountedPrice(product.base_price ?? null, plan.discount_percent);
  const upcoming = (product.scheduled_prices ?? []).filter((price) => price.plan === plan.code);
  const price = own ?? discounted;
  return (
    <span className={classes.price}>
      {price === null ? 'Not sold' : <Money amount={price} strong />}
      <span className="soft small">{sourceOf(plan, own !== undefined, discounted)}</span>
      {upcoming.map(({ wholesale_price: amount, effective_from: from }) => (
        <span key={from} className="soft small">
          {`${formatMoney(amount ?? 0)} from ${formatDay(from)}`}
        </span>
      ))}
    </span>
  );
}

function sourceOf(
  { discount_percent: discount }: PlanDto,
  isOwn: boolean,
  discounted: number | null,
): string {
  if (!isOwn && discounted === null) return 'no price';
  if (!isOwn) return discount === 0 ? 'base price' : `base price less ${discount} %`;
  return discounted === null ? 'own price' : `own price, else ${formatMoney(discounted)}`;
}

/** Computes the discounted price, rounded half up once as the service does; null: the plan does not sell it. */
function discountedPrice(base: number | null, discountPercent: number): number | null {
  if (base === null) return null;
  const basisPoints = 10_000 - Math.round(discountPercent * 100);
  const paise = Math.floor((Math.round(base * 100) * basisPoints + 5_000) / 10_000);
  return paise === 0 ? null : paise / 100;
}
