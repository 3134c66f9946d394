import { type StoreHeaders, TestApp } from '../support/app.js';
import { scratchFolder } from '../support/processes/run.js';
import { Admin } from '../support/shop/admin.js';
import { givenClient, unique } from '../support/shop/given.js';
import { allMailsSent, mailsTo, mailTo, tokenIn } from '../support/shop/mails.js';
import {
  type BrowserAnswer,
  givenMember,
  givenOperatorToken,
  TestBrowser,
} from '../support/shop/people.js';

const dataDir = await scratchFolder();
const app = await TestApp.start({ DATA_DIR: dataDir });
const client = await givenClient(app);
const owner = await givenMember(app, client);

const members = (): string => `clients/${client.id}/members`;
const newEmail = () => `${unique('evil')}@elsewhere.example`;
const tokenWith = (browser: TestBrowser, permissions: string[]) =>
  givenOperatorToken(browser, { permissions });
const inviteBy = (headers: StoreHeaders, role: string) =>
  app.post(`/admin/${members()}`, headers, { email: newEmail(), role });
const linkOf = ({ body }: BrowserAnswer) => (body.data as { link?: string }).link;
const passOwnersTime = (id: number) =>
  app.sql`UPDATE approvals SET proposed_at = proposed_at - interval '73 hours' WHERE id = ${id}`;

describe('access to a client', () => {
  it('is not handed out by an operator token that may change clients', async () => {
    const support = await TestBrowser.ofOperator(app, ['support']);
    const { status, body } = await inviteBy(await tokenWith(support, ['clients:write']), 'owner');
    expect([status, (body as { code: string }).code]).toEqual([403, 'permission_denied']);
    const path = `/admin/${members()}/${owner.id}`;
    const token = await tokenWith(support, ['clients:write', 'clients:read']);
    await app.call('delete', path, token).expect(403);
  });

  it('is created with the client, or neither is', async () => {
    const email = newEmail();
    const create = (rest: object) => {
      const store = { name: 'New', email, domain: 'https://www.new.example' };
      return new Admin(app).call('createClientWithToken', { ...store, ...rest });
    };
    await create({ owner_email: owner.email }).expect(409);
    await create({ domain: 'no domain' }).expect(422);
    await create({ subscription: { plan: 'none' } }).expect(422);
    expect(await create({})).toMatchObject({
      client: { name: 'New', email },
      token: { domain: 'new.example', mode: 'live' },
    });
  });

  it('is linked in the answer for the admin token and those who may invite operators only', async () => {
    const { id } = await givenClient(app);
    const support = await TestBrowser.ofOperator(app, ['support']);
    const own = await TestBrowser.ofOperator(app, ['owner']);
    const invite = async (browser: TestBrowser) =>
      linkOf(
        await browser.admin('post', `clients/${id}/members`, { email: newEmail(), role: 'member' }),
      );
    const create = async (browser: TestBrowser) => {
      const company = { name: 'New', email: newEmail(), owner_email: newEmail() };
      const { status, body } = await browser.admin('post', 'clients', company);
      expect(status).toBe(201);
      return (body.data as { owner_invitation_link?: string }).owner_invitation_link;
    };
    expect([await invite(support), await create(support)]).toEqual([undefined, undefined]);
    for (const link of [await invite(own), await create(own)]) expect(link).toContain('#token=');
    const asked = { email: newEmail(), role: 'member' };
    expect((await new Admin(app).call('inviteMember', client.id, asked)).link).toContain('#token=');
  });

  it('is mailed to the owners of the client at once, and to no other client', async () => {
    const company = await givenClient(app);
    const members = () => `clients/${company.id}/members`;
    const owner = await givenMember(app, company);
    const other = await givenMember(app, await givenClient(app));
    const member = await givenMember(app, company, 'member');
    const promoted = await givenMember(app, company, 'member');
    const email = newEmail();
    await app.admin('post', members(), { email, role: 'member' }).expect(201);
    expect(await mailTo(dataDir, owner.email)).toContain(`${email} was invited`);
    const token = tokenIn(await mailTo(dataDir, email));
    const accepted = await new TestBrowser(app).call('post', 'invitations/accept', {
      token,
      name: 'New Colleague',
      password: 'nine turtles in a row',
    });
    expect(accepted.status).toBe(200);
    const { id } = await new Admin(app).tokens.create(company.id, { domain: 'new-shop.example' });
    const browser = await TestBrowser.signedIn(app, owner);
    await browser.call('post', `tokens/${id}/rotate`, { domain: 'thief.example' });
    for (const role of ['owner', 'owner', 'member']) {
      expect((await browser.call('patch', `members/${promoted.id}`, { role })).status).toBe(200);
    }
    await app.admin('delete', `${members()}/${member.id}`).expect(200);
    await allMailsSent(app);
    const mails = (await mailsTo(dataDir, owner.email)).join('\n');
    expect(mails).toContain(`${email} accepted an invitation`);
    expect(mails).toContain('an API token for new-shop.example was created');
    expect(mails).toContain('new-shop.example → thief.example');
    expect(mails.split(`account, ${promoted.email} was made an owner`)).toHaveLength(2);
    expect(mails).toContain(`${promoted.email} is no longer an owner`);
    expect(mails).toContain(`${member.email} was removed`);
    expect(await mailsTo(dataDir, other.email)).toEqual([]);
    expect(await mailsTo(dataDir, member.email)).toEqual([]);
    // As an owner, only about the end of it.
    const ownMails = await mailsTo(dataDir, promoted.email);
    expect(ownMails.map((mail) => mail.includes('is no longer an owner'))).toEqual([true]);
  });
});

it('a live token of a client is made and rotated by its people alone once it has an owner, who may be robbed by auto-pay', async () => {
  const company = await givenClient(app);
  const path = `clients/${company.id}/tokens`;
  const support = await TestBrowser.ofOperator(app, ['support']);
  const make = (mode: string) => support.admin('post', path, { domain: 'shop.example', mode });
  const made = await make('live');
  expect(made.status).toBe(201);
  const { id } = made.body.data as { id: number };
  const browser = await TestBrowser.ofMember(app, company);
  const rotated = await support.admin('post', `tokens/${id}/rotate`, {});
  for (const refused of [await make('live'), rotated]) {
    expect([refused.status, refused.body.code]).toEqual([409, 'client_decides']);
  }
  expect((await make('test')).status).toBe(201);
  expect((await browser.call('post', `tokens/${id}/rotate`, {})).status).toBe(201);
  await app.admin('post', path, { domain: 'shop.example' }).expect(201);
});

describe('access to a client as its owner', () => {
  it('needs no second person for the first owner, and with the admin token', async () => {
    const support = await TestBrowser.ofOperator(app, ['support']);
    const empty = await givenClient(app);
    const body = { email: newEmail(), role: 'owner' };
    expect((await support.admin('post', `clients/${empty.id}/members`, body)).status).toBe(201);
    await app.admin('post', members(), { email: newEmail(), role: 'owner' }).expect(201);
  });

  it('is not approved for an address that got an account meanwhile, nor proposed for one', async () => {
    const support = await TestBrowser.ofOperator(app, ['support']);
    const second = await TestBrowser.ofOperator(app, ['support']);
    const other = await givenMember(app, await givenClient(app));
    const taken = await support.admin('post', members(), { email: other.email, role: 'owner' });
    expect([taken.status, taken.body.code]).toEqual([409, 'email_taken']);
    const email = newEmail();
    const { body } = await support.admin('post', members(), { email, role: 'owner' });
    const { id } = (body.data as { approval: { id: number } }).approval;
    await app.sql`UPDATE users SET email = ${email} WHERE id = ${other.id}`;
    await passOwnersTime(id);
    const reason = { reason: 'The owner left' };
    const refused = await second.admin('post', `approvals/${id}/approve`, reason);
    expect([refused.status, refused.body.code]).toEqual([409, 'email_taken']);
    const rejected = await second.admin('post', `approvals/${id}/reject`, { reason: 'Taken' });
    expect(rejected.status).toBe(200);
  });

  it('is not approved by an operator token', async () => {
    const support = await TestBrowser.ofOperator(app, ['support']);
    const { body } = await support.admin('post', members(), { email: newEmail(), role: 'owner' });
    const { id } = (body.data as { approval: { id: number } }).approval;
    const second = await TestBrowser.ofOperator(app, ['support']);
    const other = await tokenWith(second, ['members:write', 'clients:read']);
    await app.post(`/admin/approvals/${id}/approve`, other, {}).expect(403);
  });
});
