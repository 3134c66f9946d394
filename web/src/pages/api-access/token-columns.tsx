import type { NewTokenDto, OwnTokenDto } from '../../api/generated/dashboard/dashboard-api.schemas';
import type { Column } from '../../shared/data-table';
import { RelativeTime } from '../../shared/time';
import { TokenStatus } from '../../shared/token-status';
import classes from './api-access-page.module.css';
import { RevokeToken } from './revoke-token';
import { RotateToken } from './rotate-token';

/** A token with what can be done with it. */
export function tokenColumns(onIssued: (token: NewTokenDto) => void): Column<OwnTokenDto>[] {
  return [
    {
      header: 'Token',
      cell: ({ last4, mode }) => (
        <>
          <code>…{last4}</code>
          {mode === 'test' && <span className="soft small"> test</span>}
        </>
      ),
    },
    { header: 'Domain', isWide: true, cell: ({ domain }) => domain },
    { header: 'Status', cell: (token) => <TokenStatus token={token} /> },
    { header: 'Created', cell: ({ created_at }) => <RelativeTime at={created_at} /> },
    {
      header: 'Last used',
      cell: ({ last_used_at, last_used_from }) =>
        last_used_at === null ? (
          'Never'
        ) : (
          <>
            <RelativeTime at={last_used_at} />
            {last_used_from !== null && <span className="soft small"> from {last_used_from}</span>}
          </>
        ),
    },
    {
      header: 'Actions',
      isWide: true,
      cell: (token) =>
        isLive(token) ? (
          <span className={classes.rowActions}>
            <RotateToken token={token} onIssued={onIssued} />
            <RevokeToken token={token} />
          </span>
        ) : (
          '–'
        ),
    },
  ];
}

function isLive({ revoked_at, expires_at }: OwnTokenDto): boolean {
  return revoked_at === null && (expires_at === null || new Date(expires_at) > new Date());
}
