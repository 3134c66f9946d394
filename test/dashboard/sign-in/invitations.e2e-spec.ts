import { hash } from 'node:crypto';
import { Admin } from '../../support/shop/admin.js';
import { TestApp } from '../../support/app.js';
import { givenClient } from '../../support/shop/given.js';
import { allMailsSent, mailTo, tokenIn } from '../../support/shop/mails.js';
import {
  givenMember,
  givenOperator,
  TestBrowser,
  type BrowserAnswer,
} from '../../support/shop/people.js';
import { scratchFolder } from '../../support/processes/run.js';

const PASSWORD = 'a password of some length';
const dataDir = await scratchFolder();
const app = await TestApp.start({ DATA_DIR: dataDir });
const client = await givenClient(app);
await app.admin('patch', `clients/${client.id}`, { name: 'Brass Lantern' }).expect(200);
afterEach(() => app.sql`DELETE FROM lockouts`);

const accept = (token: string, browser = new TestBrowser(app)) =>
  browser.call('post', 'invitations/accept', { token, name: 'Karan Mehta', password: PASSWORD });
const invited = async (email: string): Promise<string> =>
  tokenIn((await new Admin(app).clients.invite(client.id, email)).link!);
const idOf = async (email: string): Promise<number> => {
  const [row] = await app.sql<{ id: number }>`SELECT id FROM invitations WHERE email = ${email}`;
  return row!.id;
};
const letHoursPass = (email: string, hours: number): Promise<unknown> =>
  app.sql`UPDATE invitations SET expires_at = expires_at - make_interval(hours => ${hours}) WHERE email = ${email}`;

describe('invitations', () => {
  it('make the invited person a user who is signed in', async () => {
    const token = await invited('Karan@Asha.example');
    const browser = new TestBrowser(app);
    const offer = await browser.call('post', 'invitations/look', { token });
    expect(offer.body.data).toMatchObject({ email: 'karan@asha.example', roles: ['owner'] });
    expect((await accept(token, browser)).status).toBe(200);
    const session = await browser.call('get', 'session');
    expect(session.body.data).toMatchObject({
      user: { name: 'Karan Mehta', kind: 'client', roles: ['owner'] },
      client: { id: client.id },
    });
    expect(tokenIn(await mailTo(dataDir, 'karan@asha.example'))).toBe(token);
  });

  it('work once, even for two concurrent holders of the link', async () => {
    const token = await invited('twice@asha.example');
    const answers = await Promise.all([accept(token), accept(token)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 410]);
    expect((await accept(token)).body.code).toBe('invitation_invalid');
  });

  it('end after 24 hours', async () => {
    const [email, look] = ['late@asha.example', 'invitations/look'];
    const token = await invited(email);
    const browser = new TestBrowser(app);
    await letHoursPass(email, 23);
    expect((await browser.call('post', look, { token })).status).toBe(200);
    await letHoursPass(email, 1);
    expect((await browser.call('post', look, { token })).status).toBe(410);
    expect((await accept(token)).status).toBe(410);
  });

  it('end when an owner of the client revokes them, once', async () => {
    const email = 'revoked@asha.example';
    const token = await invited(email);
    const path = `invitations/${await idOf(email)}`;
    const owner = await TestBrowser.ofMember(app, client);
    expect((await owner.call('delete', path)).status).toBe(200);
    expect((await accept(token)).body.code).toBe('invitation_invalid');
    expect((await owner.call('delete', path)).status).toBe(404);
  });

  it('the invitation of an operator ends when another operator revokes it', async () => {
    const email = 'revoked@wholesaler.example';
    const { body } = await app.admin('post', 'users', { email, roles: ['warehouse'] }).expect(201);
    const token = tokenIn((body as { data: { link: string } }).data.link);
    const path = `invitations/${await idOf(email)}`;
    await app.admin('delete', path).expect(200);
    expect((await accept(token)).body.code).toBe('invitation_invalid');
    await app.admin('delete', path).expect(404);
  });

  it('end with the account, or the role, of who made them, and with all access', async () => {
    const owners = await Promise.all([1, 2, 3].map(() => givenMember(app, client)));
    const tokens: string[] = [];
    for (const [index, owner] of owners.entries()) {
      const email = `by-${index}@asha.example`;
      const browser = await TestBrowser.signedIn(app, owner);
      await browser.call('post', 'invitations', { email, role: 'owner' });
      tokens.push(tokenIn(await mailTo(dataDir, email)));
    }
    const browser = await TestBrowser.signedIn(app, owners[0]!);
    const { body } = await browser.call('get', 'members');
    const members = body.data as { id: number; email: string }[];
    const [, removed, demoted] = owners.map(
      (owner) => members.find(({ email }) => email === owner.email)!.id,
    );
    const refused = async () =>
      Promise.all(
        tokens.map(async (token) => {
          const { status } = await new TestBrowser(app).call('post', 'invitations/look', { token });
          return status !== 200;
        }),
      );
    await browser.call('delete', `members/${removed}`);
    await browser.call('patch', `members/${demoted}`, { role: 'member' });
    expect(await refused()).toEqual([false, true, true]);
    await browser.call('delete', 'security/sessions');
    expect(await refused()).toEqual([true, true, true]);
  });

  it('end when another one replaces them', async () => {
    const first = await invited('again@asha.example');
    const second = await invited('again@asha.example');
    expect((await accept(first)).status).toBe(410);
    expect((await accept(second)).status).toBe(200);
  });

  it('are stored as hashes only', async () => {
    const token = await invited('hashed@asha.example');
    const tokenHash = hash('sha256', token, 'buffer');
    const stored =
      await app.sql`SELECT i::text AS text FROM invitations i WHERE token_hash = ${tokenHash}`;
    expect(stored).toEqual([{ text: expect.not.stringContaining(token) }]);
  });

  it('invitations of a client reveal nothing about other accounts to its owner', async () => {
    const owner = await TestBrowser.ofMember(app, client);
    const taken = await givenOperator(app);
    const answers = [];
    for (const email of [taken.email, 'new@asha.example']) {
      const { status, body } = await owner.call('post', 'invitations', { email, role: 'member' });
      answers.push([status, Object.keys(body.data as object).sort()]);
    }
    expect(answers[0]).toEqual(answers[1]);
    const mail = await mailTo(dataDir, taken.email);
    expect(mail).toContain('has an account already');
    expect(tokenIn(mail)).toBe('');
  });

  it('cannot be revoked by another client', async () => {
    await invited('kept@asha.example');
    const stranger = await TestBrowser.ofMember(app, await givenClient(app));
    const path = `invitations/${await idOf('kept@asha.example')}`;
    expect((await stranger.call('delete', path)).status).toBe(404);
  });
});

describe('a password', () => {
  it('is reset once, which ends every session; unknown addresses get the same response', async () => {
    const member = await givenMember(app, client);
    const browser = await TestBrowser.signedIn(app, member);
    const ask = (email: string) => new TestBrowser(app).call('post', 'password-resets', { email });
    const [known, unknown] = [await ask(member.email), await ask('unknown@asha.example')];
    expect([unknown.status, unknown.text]).toEqual([known.status, known.text]);
    const token = tokenIn(await mailTo(dataDir, member.email));
    const perform = () =>
      new TestBrowser(app).call('post', 'password-resets/perform', { token, password: PASSWORD });
    const answers = await Promise.all([perform(), perform()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 410]);
    expect((await browser.call('get', 'session')).status).toBe(401);
    await TestBrowser.signedIn(app, { ...member, password: PASSWORD });
    await app.sql`DELETE FROM lockouts`;
    await expect(TestBrowser.signedIn(app, member)).rejects.toThrow('sign_in_failed');
    await allMailsSent(app);
  });

  it('is changed with the old one, which ends the other sessions', async () => {
    const member = await givenMember(app, client);
    const here = await TestBrowser.signedIn(app, member);
    const there = await TestBrowser.signedIn(app, member);
    const before = here.cookie;
    const body = { current_password: member.password, new_password: PASSWORD };
    expect((await here.call('put', 'password', body)).status).toBe(200);
    expect(here.cookie).not.toBe(before);
    expect((await here.call('get', 'session')).status).toBe(200);
    expect((await there.call('get', 'session')).status).toBe(401);
  });
});

it('the owners of a client are never all gone, even when two remove each other at the same time', async () => {
  const company = await givenClient(app);
  const [one, two] = [await givenMember(app, company), await givenMember(app, company)];
  const first = await TestBrowser.signedIn(app, one);
  const second = await TestBrowser.signedIn(app, two);
  await Promise.all([
    first.call('delete', `members/${two.id}`),
    second.call('delete', `members/${one.id}`),
  ]);
  const owners =
    await app.sql`SELECT FROM members WHERE client_id = ${company.id} AND role = 'owner'`;
  expect(owners).toHaveLength(1);
});

const COMMON = 'qwerty123456';
const GOOD = 'nine turtles in a row';

describe('a new password', () => {
  const refusalOf = ({ status, body }: BrowserAnswer) => [
    status,
    body.errors?.map(({ field, code }) => `${field} ${code}`),
  ];

  it('is neither common nor personal where it is changed', async () => {
    const member = await givenMember(app, client);
    const browser = await TestBrowser.signedIn(app, member);
    const change = async (next: string) =>
      refusalOf(
        await browser.call('put', 'password', {
          current_password: member.password,
          new_password: next,
        }),
      );
    expect(await change(COMMON)).toEqual([422, ['new_password too_common']]);
    expect(await change(COMMON.toUpperCase())).toEqual([422, ['new_password too_common']]);
    expect(await change('Brass-Lantern-2026')).toEqual([422, ['new_password too_personal']]);
    expect(await change(member.email)).toEqual([422, ['new_password too_personal']]);
    expect(await change(GOOD)).toEqual([200, undefined]);
  });

  it('is neither common nor personal where it is reset; the link can be used again', async () => {
    const { email } = await givenMember(app, client);
    const browser = new TestBrowser(app);
    await browser.call('post', 'password-resets', { email });
    const token = tokenIn(await mailTo(dataDir, email));
    const perform = async (password: string) =>
      refusalOf(await browser.call('post', 'password-resets/perform', { token, password }));
    expect(await perform(COMMON)).toEqual([422, ['password too_common']]);
    expect(await perform('brasslantern12')).toEqual([422, ['password too_personal']]);
    expect(await perform(GOOD)).toEqual([200, undefined]);
  });

  it('is neither common nor personal where an invitation is accepted', async () => {
    const email = 'kavitha@lamps.example';
    const token = tokenIn((await new Admin(app).clients.invite(client.id, email)).link!);
    const accept = async (password: string) =>
      refusalOf(
        await new TestBrowser(app).call('post', 'invitations/accept', {
          token,
          name: 'Kavitha Raman',
          password,
        }),
      );
    expect(await accept(COMMON)).toEqual([422, ['password too_common']]);
    expect(await accept('kavitha.raman.1')).toEqual([422, ['password too_personal']]);
    expect(await accept('kavitha@lamps12')).toEqual([422, ['password too_personal']]);
    expect(await accept('Brass Lantern 1')).toEqual([422, ['password too_personal']]);
    expect(await accept(GOOD)).toEqual([200, undefined]);
  });
});
