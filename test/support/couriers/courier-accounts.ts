import { randomInt } from 'node:crypto';
import { AccountSecrets } from '../../../src/couriers/accounts/account-secrets.js';
import { SANDBOX_PLACE } from '../../../src/couriers/sandbox/sandbox-courier.js';
import { SandboxCourierJob } from '../../../src/couriers/sandbox/sandbox-courier.job.js';
import { SandboxCourierService } from '../../../src/couriers/sandbox/sandbox-courier.service.js';
import type { TestApp } from '../app.js';

/** An account as a test finds it. */
export interface GivenAccount {
  id: number;
  pushKey: string;
  pushHeader: string;
  pushSecret: string;
}

export const PUSH_SECRET = 'the-secret-of-pushes';

/**
 * Stores an active account with a courier, and makes it the one of bookings that name none. The sandbox answers at once.
 *
 * @param options others than a sandbox's, such as the address of a stub
 */
export async function givenCourierAccount(
  app: TestApp,
  {
    kind = 'sandbox',
    keys = { token: 'a-token-of-the-sandbox' },
    baseUrl = null,
    environment = 'staging',
    pickup = SANDBOX_PLACE,
    isDefault = true,
  }: {
    kind?: string;
    keys?: Record<string, string>;
    baseUrl?: string | null;
    environment?: string;
    pickup?: { name: string; pincode: string };
    isDefault?: boolean;
  } = {},
): Promise<GivenAccount> {
  const secrets = app.service(AccountSecrets);
  const pushKey = Array.from({ length: 32 }, () => 'abcdefghij'[randomInt(10)]).join('');
  const { id } = await app.row<{ id: number }>`
    INSERT INTO courier_accounts (kind, name, environment, base_url, is_active, keys, pickup_name, pickup_pincode, push_key,
        push_secret, checked_at)
      VALUES (${kind}, ${`Account ${pushKey.slice(0, 8)}`}, ${environment}, ${baseUrl}, true, '', ${pickup.name},
        ${pickup.pincode}, ${pushKey}, '', clock_timestamp()) RETURNING id`;
  await app.sql`UPDATE courier_accounts SET keys = ${secrets.sealKeys(id, keys)},
    push_secret = ${secrets.seal(id, 'pushSecret', PUSH_SECRET)} WHERE id = ${id}`;
  if (isDefault) {
    await app.sql`INSERT INTO booking_rules (id, account_id) VALUES (1, ${id})
      ON CONFLICT (id) DO UPDATE SET account_id = excluded.account_id`;
  }
  return { id, pushKey, pushHeader: 'x-api-key', pushSecret: PUSH_SECRET };
}

/** Lets the sandbox courier play its scripts up to a time in the future, with their pushes. */
export async function letSandboxMove(app: TestApp, seconds: number): Promise<void> {
  await app.stopJobs(SandboxCourierJob);
  const sandbox = app.service(SandboxCourierService);
  await sandbox.moveDue();
  await app.sql`UPDATE sandbox_shipments SET due_at = due_at - make_interval(secs => ${seconds}) WHERE due_at IS NOT NULL`;
  for (let step = 0; step < 12; step += 1) await sandbox.moveDue();
}
