import { Link } from '@tanstack/react-router';
import { OPEN_WORK } from '../../../../../src/dashboard/office/open-work.ts';
import type { OfficeOverviewDto } from '../../../api/generated/admin-types';
import { plural } from '../../../shared/format';
import { Money } from '../../../shared/money';
import classes from './today-page.module.css';
import { WorkTile } from './work-tile';

type Gateway = NonNullable<OfficeOverviewDto['gateway']>;

/** The kinds of findings, the most urgent first, each with its list. */
const FINDINGS = [
  {
    name: 'open_disputes',
    one: 'open dispute',
    many: 'open disputes',
    link: 'Disputes',
    search: { tab: 'disputes' },
  },
  {
    name: 'failed_refunds',
    one: 'failed refund',
    many: 'failed refunds',
    link: 'Failed refunds',
    search: { tab: 'refunds', state: 'failed' },
  },
  {
    name: 'outside_refunds',
    one: 'refund from outside',
    many: 'refunds from outside',
    link: 'Refunds from outside',
    search: { tab: 'refunds', state: 'outside' },
  },
  {
    name: 'unclear_settlements',
    one: 'unclear settlement',
    many: 'unclear settlements',
    link: 'Settlements',
    search: { tab: 'settlements' },
  },
  {
    name: 'unknown_notices',
    one: 'notice of an unknown order',
    many: 'notices of unknown orders',
    link: 'Notices of unknown orders',
    search: { tab: 'notices' },
  },
  {
    name: 'other_currency',
    one: 'payment in another currency',
    many: 'payments in another currency',
    link: 'Gateway payments',
    search: { tab: 'payments' },
  },
  {
    name: 'missed',
    one: 'payment found later',
    many: 'payments found later',
    link: 'Payments found later',
    search: { tab: 'missed' },
  },
] as const;

const DAYS = { link: 'Comparisons by day', search: { tab: 'days' } } as const;
const PAYMENTS = { link: 'Gateway payments', search: OPEN_WORK.gateway.page.search } as const;

/** Renders what went wrong at the gateway, and links to the list of the most urgent finding. */
export function GatewayTile({ gateway }: { gateway: Gateway }) {
  const found = FINDINGS.filter(({ name }) => gateway[name] > 0);
  const total = found.reduce((sum, { name }) => sum + gateway[name], 0);
  const { difference = 0 } = gateway;
  const isDifferent = difference !== 0;
  const { link, search } = found[0] ?? (isDifferent ? DAYS : PAYMENTS);
  const texts = found.map(({ name, one, many }) => plural(gateway[name], one, many));
  return (
    <WorkTile
      name="Payment gateway"
      isIdle={total === 0 && !isDifferent}
      link={
        <Link to={OPEN_WORK.gateway.page.to} search={search}>
          {link}
        </Link>
      }
      detail={
        <>
          {texts.length === 0 ? 'In the last seven days' : texts.join(', ')}
          {isDifferent && (
            <span className={classes.late}>
              {' '}
              The books and the gateway differ by <Money amount={difference} />
            </span>
          )}
        </>
      }
    >
      {total > 0 ? plural(total, 'finding') : isDifferent ? 'A difference' : 'Nothing found'}
    </WorkTile>
  );
}
