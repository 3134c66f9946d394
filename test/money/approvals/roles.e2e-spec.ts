import type { OfficeOverviewDto } from '../../../src/dashboard/office/office-overview.dto.js';
import { DelayedSettingsJob } from '../../../src/identity/approvals/settings/delayed-settings.job.js';
import type { OperatorRole } from '../../../src/identity/roles.js';
import { runAs } from '../../../src/platform/http/request-context.js';
import { TestApp } from '../../support/app.js';
import { connectionUrl } from '../../support/database/database.js';
import { refusalOf, waitingFor } from '../../support/money/approvers.js';
import { commandHere } from '../../support/processes/command-line.js';
import { scratchFolder } from '../../support/processes/run.js';
import { Admin } from '../../support/shop/admin.js';
import { unique } from '../../support/shop/given.js';
import { allMailsSent, mailsTo } from '../../support/shop/mails.js';
import { givenOperator, TestBrowser, type GivenUser } from '../../support/shop/people.js';

const LIMITS = { receipt: 90_000, payout: 50_000, reversal: 50_000, refund: 50_000, adjustment: 0 };

const folder = await scratchFolder();
const app = await TestApp.start({ DATA_DIR: folder });
await app.stopJobs(DelayedSettingsJob);
const admin = new Admin(app);
let people: GivenUser[];
let first: TestBrowser;
let second: TestBrowser;

// The only owners are two.
beforeEach(async () => {
  await app.sql`UPDATE approvals SET status = 'rejected', decided_by = 'test', decided_at = now(), rejection_reason = 'Test'
    WHERE status = 'waiting'`;
  await app.sql`DELETE FROM users`;
  await app.sql`DELETE FROM approval_limits`;
  people = [await givenOperator(app), await givenOperator(app)];
  first = await TestBrowser.signedIn(app, people[0]!);
  second = await TestBrowser.signedIn(app, people[1]!);
});

const take = async (by: TestBrowser, { id }: GivenUser, ...roles: OperatorRole[]) =>
  roles.length === 0
    ? by.admin('delete', `users/${id}`)
    : by.admin('patch', `users/${id}`, { roles });
const byToken = async ({ id }: GivenUser, ...roles: OperatorRole[]) =>
  app.admin('patch', `users/${id}`, { roles });
const invite = async (role: OperatorRole, email = `${unique('new')}@people.example`) =>
  app.admin('post', 'users', { email, roles: [role] });
const decide = async (id: number, by: TestBrowser, decision: 'approve' | 'reject' = 'approve') =>
  by.admin('post', `approvals/${id}/${decision}`, { reason: 'Test' });
const rolesOf = async ({ id }: GivenUser): Promise<string[] | undefined> =>
  (await admin.call('listOperators', { limit: 100 })).data.find((one) => one.id === id)?.roles;
const approval = async (id: number) =>
  (await admin.call('listApprovals', { kind: 'operator_roles' })).data.find((one) => one.id === id);
const onToday = async (by: TestBrowser) =>
  ((await by.admin('get', 'overview')).body.data as OfficeOverviewDto).owners_leaving;
const afterHours = async (id: number, hours: number): Promise<void> => {
  await app.sql`UPDATE approvals SET proposed_at = proposed_at - make_interval(hours => ${hours}) WHERE id = ${id}`;
  const job = app.service(DelayedSettingsJob) as unknown as { run: () => Promise<void> };
  await runAs('service', () => job.run());
};

describe('a role that may approve', () => {
  it.each<[string, OperatorRole, OperatorRole[]]>([
    ['the role owner', 'owner', ['warehouse']],
    ['a part of it', 'owner', ['finance', 'support']],
    ['the role finance', 'finance', ['warehouse', 'catalog']],
    ['the role support', 'support', ['warehouse']],
    ['all, with the account', 'finance', []],
    ['all of an owner', 'owner', []],
  ])('is taken once another owner approves it: %s', async (_, had, has) => {
    const person = await givenOperator(app, [had]);
    const { id } = waitingFor(await take(first, person, ...has));
    expect(waitingFor(await take(first, person, ...has)).id).toBe(id);
    expect(await rolesOf(person)).toEqual([had]);
    expect(await approval(id)).toMatchObject({ email: person.email });
    expect(await approval(id)).not.toHaveProperty('takes_effect_at');
    expect(await onToday(first)).toEqual([]);
    expect(refusalOf(await decide(id, first))).toEqual([403, 'own_proposal']);
    await afterHours(id, 100);
    expect(await rolesOf(person)).toEqual([had]);
    expect((await decide(id, second)).status).toBe(200);
    expect(await rolesOf(person)).toEqual(has.length === 0 ? undefined : [...has].sort());
  });

  it('is taken at once by the only owner, given up at once, and no other role waits', async () => {
    const clerk = await givenOperator(app, ['finance', 'catalog']);
    const packer = await givenOperator(app, ['warehouse']);
    expect((await take(first, packer)).status).toBe(200);
    const { id } = waitingFor(await take(first, clerk, 'catalog'));
    expect((await decide(id, second)).status).toBe(200);
    expect((await take(second, people[1]!, 'finance')).status).toBe(200);
    expect((await take(first, people[1]!, 'warehouse')).status).toBe(200);
    expect((await take(first, people[1]!)).status).toBe(200);
    expect(refusalOf(await take(first, people[0]!))).toEqual([409, 'last_owner']);
  });

  it('signs a person out at once who keeps it', async () => {
    const { id } = people[1]!;
    expect((await first.admin('delete', `users/${id}/sessions`)).status).toBe(200);
    expect((await second.call('get', 'session')).status).toBe(401);
  });
});

describe('the role of the only other owner', () => {
  const other = (): GivenUser => people[1]!;

  it.each([['taken', ['finance']] as const, ['removed', []] as const])(
    'is %s after 72 hours, about which the owner gets a mail and all see it on Today',
    async (_, has) => {
      const { id } = waitingFor(await take(first, other(), ...has));
      const { takes_effect_at: at, proposed_at: from } = (await approval(id))!;
      expect(Date.parse(at!) - Date.parse(from)).toBe(72 * 3_600_000);
      for (const owner of [first, second]) {
        expect(await onToday(owner)).toEqual([{ email: other().email, at }]);
      }
      await allMailsSent(app);
      const [mail = '', ...rest] = await mailsTo(folder, other().email);
      expect(rest).toEqual([]);
      expect(mail).toContain('Your role as an owner ends');
      // Until then the other owner counts.
      expect((await first.admin('put', 'approval-limits', LIMITS)).status).toBe(202);
      await afterHours(id, 71);
      expect(await rolesOf(other())).toEqual(['owner']);
      expect((await first.admin('put', 'approval-limits', LIMITS)).status).toBe(202);
      await afterHours(id, 1);
      expect(await rolesOf(other())).toEqual(has.length === 0 ? undefined : ['finance']);
      expect(await approval(id)).toMatchObject({ status: 'approved', decided_by: 'service' });
      expect((await first.admin('put', 'approval-limits', LIMITS)).status).toBe(200);
      expect(await onToday(first)).toEqual([]);
    },
  );

  it.each(['proposer', 'person'])('stays if the %s rejects it', async (who) => {
    const { id } = waitingFor(await take(first, other(), 'finance'));
    expect((await decide(id, who === 'proposer' ? first : second, 'reject')).status).toBe(200);
    await afterHours(id, 100);
    expect(await rolesOf(other())).toEqual(['owner']);
    expect(await onToday(first)).toEqual([]);
  });

  it('is taken at once if the person approves it', async () => {
    const { id } = waitingFor(await take(first, other()));
    expect((await decide(id, second)).status).toBe(200);
    expect(await rolesOf(other())).toBeUndefined();
  });

  it('is taken from one of two who take it from each other, and the other proposal ends', async () => {
    const one = waitingFor(await take(first, other()));
    const two = waitingFor(await take(second, people[0]!, 'finance'));
    await app.sql`UPDATE approvals SET proposed_at = proposed_at - interval '100 hours' WHERE id = ${two.id}`;
    await afterHours(one.id, 101);
    expect([await rolesOf(people[0]!), await rolesOf(other())]).toEqual([['owner'], undefined]);
    expect(await approval(two.id)).toMatchObject({
      status: 'rejected',
      rejection_reason: expect.stringContaining('It could not take effect: '),
    });
  });
});

describe('the admin token where an owner exists', () => {
  it.each<OperatorRole>(['owner', 'finance', 'support'])(
    'is no second person: what it gives or takes waits for an owner: %s',
    async (role) => {
      const email = `${unique('new')}@people.example`;
      const { id } = waitingFor(await invite(role, email));
      const invited = async () =>
        (await admin.call('listInvitations', { limit: 500 })).data.some(
          (one) => one.email === email,
        );
      expect(await invited()).toBe(false);
      await app.admin('post', `approvals/${id}/approve`, {}).expect(403);
      expect((await decide(id, first)).status).toBe(200);
      expect(await invited()).toBe(true);
      const clerk = await givenOperator(app, ['catalog']);
      const given = waitingFor(await byToken(clerk, role));
      expect((await decide(given.id, first)).status).toBe(200);
      const taken = waitingFor(await byToken(clerk, 'catalog'));
      expect(await rolesOf(clerk)).toEqual([role]);
      expect((await decide(taken.id, first)).status).toBe(200);
      expect((await invite('warehouse')).status).toBe(201);
    },
  );

  it('invites and changes people at once where there is none', async () => {
    await app.sql`DELETE FROM users`;
    const clerk = await givenOperator(app, ['finance']);
    expect((await byToken(clerk, 'catalog')).status).toBe(200);
    expect((await invite('owner')).status).toBe(201);
  });

  it('leaves the command line, which the audit log names', async () => {
    const email = `${unique('new')}@people.example`;
    const args = ['user:create', '--email', email, '--role', 'owner'];
    const env = { DATABASE_URL: connectionUrl(app.connection) };
    expect(await commandHere(folder, args, env)).toMatchObject({ status: 0 });
    const { data } = await admin.audit.list({ actor: 'command line', limit: 1 });
    const after = { email, roles: ['owner'] };
    expect(data).toMatchObject([{ action: 'user.invited', actor: 'command line', after }]);
  });
});
