import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { OverviewDto } from '../../api/generated/dashboard-types';
import { getOverviewOptions } from '../../api/generated/dashboard';
import { useSession } from '../../frame/session';
import { formatCount, formatDay, formatMoney, formatTimestamp, plural } from '../../shared/format';
import { OwnOrderLink } from '../../order/order-link';
import { Money } from '../../shared/money';
import { PageHeader } from '../../shared/layout/page-header';
import { Notice } from '../../shared/layout/notice';
import { Loaded } from '../../shared/layout/loaded';
import { SectionCard } from '../../shared/layout/section-card';
import { SubscriptionStatus } from '../../shared/terms/subscription-status';
import { RelativeTime } from '../../shared/time';
import { DailyOrders } from './daily-orders';
import classes from './overview-page.module.css';
import { Tile } from '../../shared/tile';

/** Renders what needs the client's attention now, and the last 30 days. */
export function OverviewPage() {
  const { client } = useSession();
  const query = useQuery(getOverviewOptions());
  return (
    <>
      <PageHeader title="Overview" detail={client?.name} />
      <Loaded query={query} what="The overview" rows={4}>
        {(answer) => <Overview overview={answer.data} />}
      </Loaded>
    </>
  );
}

function FailedDeliveries({ failed }: { failed: OverviewDto['failed_deliveries'] }) {
  if (failed.answer_by === null) return null;
  return (
    <Notice
      tone="waiting"
      title={`${plural(failed.count, 'delivery', 'deliveries')} failed: answer until ${formatTimestamp(failed.answer_by)}`}
    >
      {failed.order_numbers.map((number) => (
        <p key={number}>
          <OwnOrderLink number={number} />
        </p>
      ))}
    </Notice>
  );
}

function Overview({ overview }: { overview: OverviewDto }) {
  const {
    failed_deliveries: failed,
    to_pay,
    wallet,
    subscription,
    failures_today,
    days,
  } = overview;
  return (
    <>
      <FailedDeliveries failed={failed} />
      <div className={classes.tiles}>
        <Tile
          name="To pay"
          link={<Link to="/orders">{to_pay.count === 0 ? 'All orders' : 'Review and pay'}</Link>}
          detail={
            to_pay.next_expires_at === null ? (
              'Nothing expires'
            ) : (
              <>
                The first expires <RelativeTime at={to_pay.next_expires_at} />
              </>
            )
          }
        >
          {plural(to_pay.count, 'order')} <Money amount={to_pay.total} />
        </Tile>
        <Tile
          name="Wallet"
          link={<Link to="/wallet">Statement</Link>}
          detail={
            wallet.debt > 0
              ? `${formatMoney(wallet.debt)} is owed: orders are shipped once it is paid`
              : wallet.balance >= to_pay.total
                ? 'Enough for all orders to pay'
                : `${formatMoney(to_pay.total - wallet.balance)} is missing for all orders to pay`
          }
        >
          <Money amount={wallet.balance} />
        </Tile>
        <Tile
          name="Subscription"
          link={<Link to="/prices">Plan and prices</Link>}
          detail={
            subscription?.ends_at == null ? 'No end' : `Until ${formatDay(subscription.ends_at)}`
          }
        >
          <SubscriptionStatus subscription={subscription} />
        </Tile>
        <Tile
          name="Refused today"
          link={<Link to="/api-access/requests">Refused requests</Link>}
          detail="Requests of your store"
        >
          {formatCount(failures_today)}
        </Tile>
      </div>
      <SectionCard title="Last 30 days">
        <DailyOrders days={days} />
      </SectionCard>
    </>
  );
}
