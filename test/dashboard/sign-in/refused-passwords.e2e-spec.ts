import { Admin } from '../../support/shop/admin.js';
import { TestApp } from '../../support/app.js';
import { scratchFolder } from '../../support/processes/scratch.js';
import { givenClient } from '../../support/shop/given.js';
import { mailTo, tokenIn } from '../../support/shop/mails.js';
import { givenMember, TestBrowser, type BrowserAnswer } from '../../support/shop/people.js';

const COMMON = 'qwerty123456';
const GOOD = 'nine turtles in a row';

const dataDir = await scratchFolder();
const app = await TestApp.start({ DATA_DIR: dataDir });
const client = await givenClient(app);
await app.admin('patch', `clients/${client.id}`, { name: 'Brass Lantern' }).expect(200);

describe('a new password', () => {
  afterEach(() => app.sql`DELETE FROM lockouts`);

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
