import { Link } from '@tanstack/react-router';
import { OPEN_WORK } from '../../../../../src/dashboard/office/open-work.ts';
import type { OfficeOverviewDto } from '../../../api/generated/admin-types';
import { formatCount, plural } from '../../../shared/format';
import { Money } from '../../../shared/money';
import { RelativeTime } from '../../../shared/time';
import { GatewayTile } from './gateway-tile';
import { IdleTiles, WorkTile } from './work-tile';
import classes from './today-page.module.css';

/** Renders a figure for each kind of waiting work with a link to its list, and what has none in a line of text. */
export function WorkTiles({ overview }: { overview: OfficeOverviewDto }) {
  const tiles = (
    <>
      <OrderTiles overview={overview} />
      <DeliveryTiles overview={overview} />
      <MoneyTiles overview={overview} />
      <OtherTiles overview={overview} />
    </>
  );
  return (
    <>
      <div className={classes.tiles}>{tiles}</div>
      <IdleTiles.Provider value>
        <p className={classes.idle}>{tiles}</p>
      </IdleTiles.Provider>
    </>
  );
}

function OrderTiles({ overview }: { overview: OfficeOverviewDto }) {
  const { to_pay: toPay, to_ship: toShip } = overview;
  const returns = returnsOf(overview);
  const waiting = returns.reduce((sum, { count }) => sum + count, 0);
  return (
    <>
      {toPay !== null && (
        <WorkTile
          name="To be paid"
          isIdle={toPay.count === 0}
          link={<Link {...OPEN_WORK.toPay.page}>Unpaid orders</Link>}
          detail={<UnpaidDetail {...toPay} />}
        >
          {plural(toPay.count, 'order')}
        </WorkTile>
      )}
      {toShip !== null && (
        <WorkTile
          name="To ship"
          isIdle={toShip.count === 0}
          link={<Link {...OPEN_WORK.toShip.page}>Pick and ship</Link>}
          detail={
            toShip.late_count > 0 ? (
              <span className={classes.late}>
                {formatCount(toShip.late_count)} late: older than two days
              </span>
            ) : toShip.oldest_at === null ? (
              'All paid orders are shipped'
            ) : (
              <>
                The oldest was placed <RelativeTime at={toShip.oldest_at} />
              </>
            )
          }
        >
          {plural(toShip.count, 'order')}
        </WorkTile>
      )}
      {overview.returns_to_settle !== null && (
        <WorkTile
          name="Returns"
          isIdle={waiting === 0}
          link={<Link {...OPEN_WORK.returnsToSettle.page}>Work on returns</Link>}
          detail={returns.map(({ text }) => text).join(', ')}
        >
          {plural(waiting, 'return')}
        </WorkTile>
      )}
    </>
  );
}

function UnpaidDetail(unpaid: NonNullable<OfficeOverviewDto['to_pay']>) {
  const { count, amount, first_expires_at: expiresAt } = unpaid;
  if (count === 0) return 'No order waits for payment';
  return (
    <>
      {amount !== undefined && <Money amount={amount} />}
      {amount !== undefined && expiresAt !== null && ', '}
      {expiresAt !== null && (
        <>
          first expires <RelativeTime at={expiresAt} />
        </>
      )}
    </>
  );
}

/** Lists what returns wait for, in the order of the work. */
function returnsOf(overview: OfficeOverviewDto): { count: number; text: string }[] {
  return [
    { count: overview.returns_to_decide ?? 0, step: 'to decide' },
    { count: overview.returns_to_inspect ?? 0, step: 'to inspect' },
    { count: overview.returns_to_settle ?? 0, step: 'to settle' },
  ].flatMap(({ count, step }) =>
    count > 0 ? { count, text: `${formatCount(count)} ${step}` } : [],
  );
}

function DeliveryTiles({ overview }: { overview: OfficeOverviewDto }) {
  const { failed_deliveries: failed, delivery_problems: problems } = overview;
  return (
    <>
      {failed !== null && failed.count > 0 && (
        <WorkTile
          name="Failed deliveries"
          link={<Link {...OPEN_WORK.failedDeliveries.page}>Answer them</Link>}
          detail={
            failed.due_today_count > 0 ? (
              <span className={classes.late}>
                {formatCount(failed.due_today_count)} to be answered today
              </span>
            ) : (
              'None has to be answered today'
            )
          }
        >
          {plural(failed.count, 'delivery', 'deliveries')}
        </WorkTile>
      )}
      {problems !== null && problems.bookings + problems.findings > 0 && (
        <WorkTile
          name="Bookings with problems"
          link={<Link {...OPEN_WORK.deliveryProblems.page}>Look at them</Link>}
          detail={`${plural(problems.findings, 'shipment')} to look at`}
        >
          {plural(problems.bookings, 'booking')}
        </WorkTile>
      )}
    </>
  );
}

function MoneyTiles({ overview }: { overview: OfficeOverviewDto }) {
  const { transfers_to_confirm: transfers, approvals_waiting: approvals } = overview;
  const { gateway } = overview;
  return (
    <>
      {transfers !== null && (
        <WorkTile
          name="Transfers to confirm"
          isIdle={transfers.count === 0}
          link={<Link {...OPEN_WORK.transfersToConfirm.page}>Confirm transfers</Link>}
          detail={
            transfers.count === 0 ? (
              'No waiting transfers'
            ) : (
              <>
                <Money amount={transfers.amount ?? 0} /> claimed by clients
              </>
            )
          }
        >
          {formatCount(transfers.count)}
        </WorkTile>
      )}
      {approvals !== null && (
        <WorkTile
          name="Waiting for approval"
          isIdle={approvals === 0}
          link={<Link {...OPEN_WORK.approvalsWaiting.page}>Approve or reject</Link>}
          detail={approvals === 0 ? 'Nothing waits' : 'Money that needs a second person'}
        >
          {formatCount(approvals)}
        </WorkTile>
      )}
      {gateway !== null && <GatewayTile gateway={gateway} />}
    </>
  );
}

function OtherTiles({ overview }: { overview: OfficeOverviewDto }) {
  const { sold_out: soldOut, subscriptions_ending: ending, failing_mails: mails } = overview;
  const { admin_token_used_at: adminToken } = overview;
  return (
    <>
      {soldOut !== null && (
        <WorkTile
          name="Sold out"
          isIdle={soldOut.count === 0}
          link={<Link {...OPEN_WORK.soldOut.page}>Show products</Link>}
          detail={
            soldOut.count === 0
              ? 'Everything ordered within a week is in stock'
              : `Ordered within a week: ${soldOut.skus.join(', ')}${soldOut.count > soldOut.skus.length ? ', …' : ''}`
          }
        >
          {plural(soldOut.count, 'product')}
        </WorkTile>
      )}
      {ending !== null && (
        <WorkTile
          name="Subscriptions ending this month"
          isIdle={ending.count === 0}
          link={<Link {...OPEN_WORK.subscriptionsEnding.page}>Renew subscriptions</Link>}
          detail={
            ending.ended_count > 0 ? (
              <span className={classes.late}>{formatCount(ending.ended_count)} ended already</span>
            ) : (
              'None has ended yet'
            )
          }
        >
          {plural(ending.count, 'client')}
        </WorkTile>
      )}
      {mails !== null && mails > 0 && (
        <WorkTile
          name="Mails"
          link={<Link {...OPEN_WORK.failingMails.page}>Mail server</Link>}
          detail="They will be sent again automatically"
        >
          <span className={classes.late}>{`${plural(mails, 'mail')} not sent`}</span>
        </WorkTile>
      )}
      {adminToken !== null && (
        <WorkTile
          name="Admin token"
          link={<Link {...OPEN_WORK.adminTokenUsedAt.page}>Show uses</Link>}
          detail="It may do everything and names no person. Use operator tokens instead"
        >
          <span className={classes.late}>
            Used <RelativeTime at={adminToken} />
          </span>
        </WorkTile>
      )}
    </>
  );
}
