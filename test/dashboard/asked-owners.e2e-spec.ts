import { TestApp } from '../support/app.js';
import { rowLock, whileQueued } from '../support/database/locks.js';
import { scratchFolder } from '../support/processes/run.js';
import { givenClient, unique } from '../support/shop/given.js';
import { allMailsSent, mailsTo, mailTo, tokenIn } from '../support/shop/mails.js';
import { givenMember, givenOperatorToken, TestBrowser } from '../support/shop/people.js';

const dataDir = await scratchFolder();
const app = await TestApp.start({ DATA_DIR: dataDir });

const newEmail = () => `${unique('evil')}@elsewhere.example`;
const support = async () => TestBrowser.ofOperator(app, ['support']);
/** Makes a client with an owner, and returns the wholesaler's calls about a person of the client. */
const asked = async (role = 'member') => {
  const company = await givenClient(app);
  const companyOwner = await givenMember(app, company);
  const asking = await support();
  const email = newEmail();
  const path = `clients/${company.id}/members`;
  const ask = () => asking.admin('post', path, { email, role });
  const { status, body } = await ask();
  const { approval } = body.data as { approval: { id: number; kind: string } };
  return { company, companyOwner, asking, email, path, ask, status, approval };
};
const waitHours = (id: number, hours: number) =>
  app.sql`UPDATE approvals SET proposed_at = proposed_at - make_interval(hours => ${hours}) WHERE id = ${id}`;
const accept = async (token: string) => {
  const browser = new TestBrowser(app);
  const person = { token, name: 'New Colleague', password: 'nine turtles in a row' };
  return { browser, ...(await browser.call('post', 'invitations/accept', person)) };
};

describe('access to a client that has an owner', () => {
  it('is asked of the owner, who gets the mail; the invited person gets nothing', async () => {
    const { companyOwner, email, ask, status, approval } = await asked();
    expect([status, approval.kind]).toEqual([202, 'client_member']);
    expect(((await ask()).body.data as { approval: object }).approval).toEqual(approval);
    await allMailsSent(app);
    expect(await mailsTo(dataDir, email)).toEqual([]);
    const mails = await mailsTo(dataDir, companyOwner.email);
    expect(mails).toHaveLength(1);
    expect(mails[0]).toContain(`the wholesaler asks to invite ${email}`);
    expect(mails[0]).toContain('/dashboard/company');
  });

  it.each(['member', 'owner'])(
    'as %s is given by the owner: the link goes to the invited person',
    async (role) => {
      const { companyOwner, email, approval } = await asked(role);
      const owner = await TestBrowser.signedIn(app, companyOwner);
      const { body } = await owner.call('get', 'access-requests');
      expect(body.data).toMatchObject([{ id: approval.id, email, role }]);
      const approve = () => owner.call('post', `access-requests/${approval.id}/approve`);
      expect((await approve()).status).toBe(200);
      expect((await approve()).status).toBe(200);
      const accepted = await accept(tokenIn(await mailTo(dataDir, email)));
      expect((await accepted.browser.call('get', 'wallet')).status).toBe(200);
      expect((await owner.call('get', 'access-requests')).body.data).toEqual([]);
    },
  );

  it('is declined by the owner, and not given by another operator then', async () => {
    const { companyOwner, email, approval } = await asked();
    const owner = await TestBrowser.signedIn(app, companyOwner);
    expect((await owner.call('post', `access-requests/${approval.id}/decline`)).status).toBe(200);
    await waitHours(approval.id, 73);
    const late = await (
      await support()
    ).admin('post', `approvals/${approval.id}/approve`, { reason: 'The owner does not answer' });
    expect([late.status, late.body.code]).toEqual([409, 'approval_decided']);
    await allMailsSent(app);
    expect(await mailsTo(dataDir, email)).toEqual([]);
  });

  it('is decided by owners of this client only', async () => {
    const { company, approval } = await asked();
    const foreign = await TestBrowser.ofMember(app, await givenClient(app));
    const member = await TestBrowser.ofMember(app, company, 'member');
    const path = `access-requests/${approval.id}`;
    expect((await foreign.call('get', 'access-requests')).body.data).toEqual([]);
    for (const verb of ['approve', 'decline']) {
      const refused = await foreign.call('post', `${path}/${verb}`);
      expect([refused.status, refused.body.code]).toEqual([404, 'approval_not_found']);
      expect((await member.call('post', `${path}/${verb}`)).status).toBe(403);
    }
  });

  it('does not open money of the client to its owner', async () => {
    const { company, companyOwner } = await asked();
    const { id } = await app.row<{ id: number }>`
      INSERT INTO approvals (id, kind, key, client_id, details, proposed_by)
        VALUES (nextval('wallet_adjustments_id_seq'), 'payout', 'x', ${company.id}, '{}', 'user 1 <a@b>') RETURNING id`;
    const browser = await TestBrowser.signedIn(app, companyOwner);
    const refused = await browser.call('post', `access-requests/${id}/approve`);
    expect([refused.status, refused.body.code]).toEqual([404, 'approval_not_found']);
    await app.sql`DELETE FROM approvals WHERE id = ${id}`;
  });
});

describe('access to a client that its owner did not give', () => {
  it.each([
    ['member', 'client_member'],
    ['owner', 'client_owner'],
  ])(
    'as %s is given by a second operator after 72 hours, with a reason; only the invited gets the link',
    async (role, kind) => {
      const { asking, email, approval } = await asked(role);
      const second = await support();
      const approve = (browser: TestBrowser, body: object) =>
        browser.admin('post', `approvals/${approval.id}/approve`, body);
      const reason = 'The owner left the company; papers of 12 May';
      await waitHours(approval.id, 71);
      const early = await approve(second, { reason });
      expect([early.status, early.body.code]).toEqual([409, 'client_decides']);
      await waitHours(approval.id, 2);
      const own = await approve(asking, { reason });
      expect([own.status, own.body.code]).toEqual([403, 'own_proposal']);
      const finance = await TestBrowser.ofOperator(app, ['finance']);
      expect((await approve(finance, { reason })).body.code).toBe('permission_denied');
      expect((await approve(second, {})).body.errors).toMatchObject([{ field: 'reason' }]);
      await allMailsSent(app);
      expect(await mailsTo(dataDir, email)).toEqual([]);
      const { status, body } = await approve(second, { reason });
      const approved = { kind, status: 'approved', approval_reason: reason, email };
      expect([status, body.data]).toMatchObject([200, approved]);
      expect(body).not.toHaveProperty('data.link');
      expect((await accept(tokenIn(await mailTo(dataDir, email)))).status).toBe(200);
    },
  );

  it('is not asked for by an operator token; the admin token sets up as before', async () => {
    const headers = await givenOperatorToken(await support(), { permissions: ['members:write'] });
    const [empty, company] = [await givenClient(app), await givenClient(app)];
    await givenMember(app, company);
    const member = () => ({ email: newEmail(), role: 'member' });
    const invite = ({ id }: { id: number }) =>
      app.post(`/admin/clients/${id}/members`, headers, member());
    const refused = await invite(company);
    expect(refused.status).toBe(403);
    expect(refused.body).toMatchObject({ code: 'password_required' });
    expect((await invite(empty)).body).not.toHaveProperty('data.link');
    await app.admin('post', `clients/${company.id}/members`, member()).expect(201);
  });

  it('is not opened by an earlier invitation, once the first owner has joined', async () => {
    const company = await givenClient(app);
    const path = `clients/${company.id}/members`;
    const asking = await support();
    const emails: string[] = [];
    const invite = async (role: string) => {
      const email = newEmail();
      emails.push(email);
      expect((await asking.admin('post', path, { email, role })).status).toBe(201);
      return tokenIn(await mailTo(dataDir, email));
    };
    const first = await invite('owner');
    const second = await invite('owner');
    const member = await invite('member');
    const email = newEmail();
    await app.admin('post', path, { email, role: 'member' }).expect(201);
    const setUp = tokenIn(await mailTo(dataDir, email));
    const lock = rowLock('clients', company.id);
    const answers = await whileQueued(app, lock, [() => accept(first), () => accept(second)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 410]);
    const look = await new TestBrowser(app).call('post', 'invitations/look', { token: member });
    expect([look.status, (await accept(member)).status]).toEqual([410, 410]);
    expect((await answers[0].browser.call('get', 'invitations')).body.data).toHaveLength(1);
    expect((await accept(setUp)).status).toBe(200);
    // As if a mail server had not taken the mails before.
    await app.sql`INSERT INTO queued_mails (template, reference)
      SELECT 'invitation', id FROM invitations WHERE client_id = ${company.id}`;
    await allMailsSent(app);
    expect(await mailsTo(dataDir, emails[2]!)).toHaveLength(1);
  });
});
