import { sqlMigration } from '../sql-migration.js';

/**
 * Columns about who gave access, filled from the audit log.
 * - approvals.approval_reason: why an operator approved a member in place of the client's owner
 * - invitations.has_consent: false: invalid once the client has an owner, like those that the previous release makes meanwhile
 * - api_tokens.made_by: the person who made the token
 * - users.totp_enabled_at: when the person turned one-time codes on
 */
export const AccessToClients1766010000000 = sqlMigration(
  'AccessToClients1766010000000',
  [
    'ALTER TABLE approvals ADD COLUMN approval_reason varchar(500)',
    'ALTER TABLE invitations ADD COLUMN has_consent boolean NOT NULL DEFAULT false',
    `UPDATE invitations i SET has_consent = true
      WHERE EXISTS (SELECT FROM approvals a WHERE a.kind = 'client_owner' AND a.status = 'approved'
          AND a.key = i.client_id || ' ' || i.email)
        OR coalesce((
          SELECT e.actor NOT LIKE 'user %' OR EXISTS (SELECT FROM members m WHERE m.client_id = i.client_id
              AND m.user_id = substring(e.actor FROM '^user (\\d+)')::integer)
            FROM audit_entries e
            WHERE e.subject = 'client ' || i.client_id AND e.action = 'user.invited' AND e.after->>'email' = i.email
            ORDER BY e.id DESC LIMIT 1
        ), false)`,
    'ALTER TABLE users ADD COLUMN totp_enabled_at timestamptz',
    `UPDATE users u SET totp_enabled_at = (SELECT max(e.at) FROM audit_entries e
        WHERE e.subject = 'user ' || u.id AND e.action = 'user.totp_enabled')
      WHERE u.totp_secret IS NOT NULL`,
    'ALTER TABLE api_tokens ADD COLUMN made_by integer',
    `UPDATE api_tokens t SET made_by = substring(e.actor FROM '^user (\\d+)')::integer
      FROM audit_entries e
      WHERE e.subject = 'token ' || t.id AND e.action = 'token.created' AND e.actor LIKE 'user %'`,
    'CREATE INDEX api_tokens_made_by_ix ON api_tokens (made_by)',
  ],
  [
    'ALTER TABLE api_tokens DROP COLUMN made_by',
    'ALTER TABLE users DROP COLUMN totp_enabled_at',
    'ALTER TABLE invitations DROP COLUMN has_consent',
    'ALTER TABLE approvals DROP COLUMN approval_reason',
  ],
);
