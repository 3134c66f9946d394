import type { OperatorRole } from '../../../src/identity/roles.js';
import type { TestApp } from '../../support/app.js';
import { unique } from '../../support/shop/given.js';
import { tokenIn } from '../../support/shop/mails.js';
import { TestBrowser, type GivenUser } from '../../support/shop/people.js';

const ROLES = ['finance', 'warehouse', 'owner', 'support'] as const;

/** Lists who may approve, or is invited to. */
export async function listApprovers(app: TestApp): Promise<string[]> {
  const rows = await app.sql<{ who: string }>`
    SELECT u.email || ' ' || r.role AS who FROM users u JOIN operator_roles r ON r.user_id = u.id
      WHERE r.role IN ('owner', 'finance', 'support')
    UNION
    SELECT email || ' ' || role FROM invitations, unnest(roles) role
      WHERE kind = 'operator' AND accepted_at IS NULL AND role IN ('owner', 'finance', 'support')
    ORDER BY who`;
  return rows.map(({ who }) => who);
}

/** Removes all operators but some, so that the next person is alone with them. */
export async function keepOperators(app: TestApp, kept: readonly GivenUser[]): Promise<void> {
  const ids = kept.map(({ id }) => id);
  await app.sql`DELETE FROM users WHERE kind = 'operator' AND id <> ALL (${ids})`;
}

/** What one person tries in order to change who may approve: as the person, and with the admin token unless they are an owner. */
export class OnePersonsRights {
  private readonly hasAdminToken: boolean;

  constructor(
    private readonly app: TestApp,
    private readonly user: GivenUser,
    /** The accounts of the person. The first one is invited by no one here. */
    readonly accounts: TestBrowser[],
    roles: readonly OperatorRole[],
  ) {
    // What the token proposes, an owner approves.
    this.hasAdminToken = !roles.includes('owner');
  }

  /** Invites a second account of its own, and uses it if the link is shown. */
  async invite(which: number): Promise<void> {
    const invitation = { email: `${unique('second')}@people.example`, roles: [roleOf(which)] };
    const { status, body } = await this.call('post', 'users', invitation, which);
    const { link = null } = (body.data ?? {}) as { link?: string | null };
    if (status !== 201 || link === null) return;
    const second = new TestBrowser(this.app);
    const account = { token: tokenIn(link), name: 'Second', password: 'a password of some length' };
    expect((await second.call('post', 'invitations/accept', account)).status).toBe(200);
    this.accounts.push(second);
  }

  /** Gives another role to the owner, a colleague or a second account. The same role again would sign them out. */
  async changeRoles(which: number): Promise<void> {
    const { id, role } = await this.chosen(which);
    const roles = [roleOf(which)];
    if (role !== roles[0]) await this.call('patch', `users/${id}`, { roles }, which);
  }

  async remove(which: number): Promise<void> {
    await this.call('delete', `users/${(await this.chosen(which)).id}`, {}, which);
  }

  /** Tries to approve what waits, with each account and the token. */
  async approve(): Promise<void> {
    for (const browser of this.accounts) {
      const { body } = await browser.admin('get', 'approvals?status=waiting&limit=5');
      for (const { id } of (body.data ?? []) as { id: number }[]) {
        await browser.admin('post', `approvals/${id}/approve`, {});
        if (this.hasAdminToken) await this.app.admin('post', `approvals/${id}/approve`, {});
      }
    }
  }

  private async call(
    method: 'post' | 'patch' | 'delete',
    path: string,
    body: object,
    which: number,
  ): Promise<{ status: number; body: { data?: unknown } }> {
    const isByToken = this.hasAdminToken && which % 8 !== 0;
    const answer = isByToken
      ? await this.app.admin(method, path, body)
      : await this.accounts[0]!.admin(method, path, body);
    expect(answer.status).toBeLessThan(500);
    return answer;
  }

  private async chosen(which: number): Promise<{ id: number; role: string }> {
    const people = await this.app.sql<{ id: number; role: string }>`
      SELECT id, role FROM users JOIN operator_roles ON user_id = id WHERE id <> ${this.user.id} ORDER BY id`;
    return people[Math.trunc(which / ROLES.length) % people.length]!;
  }
}

function roleOf(which: number): OperatorRole {
  return ROLES[which % ROLES.length]!;
}
