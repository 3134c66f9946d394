import { randomBytes } from 'node:crypto';
import { generate } from 'otplib';
import { TwoFactorService } from '../../../src/identity/two-factor/two-factor.service.js';
import { TestApp } from '../../support/app.js';
import { givenDatabase } from '../../support/database/database.js';
import { givenOperator, TestBrowser } from '../../support/shop/people.js';

const newKey = (): string => randomBytes(32).toString('base64');

const { connection } = await givenDatabase();
const instance = (env: Record<string, string>) => TestApp.startOn(connection, env);
const [first, second] = [newKey(), newKey()];
const setUp = await instance({ SECRETS_KEY: first });
const operator = await givenOperator(setUp);
const person = await TestBrowser.signedIn(setUp, operator);
const { secret } = (await person.call('post', 'totp')).body.data as { secret: string };
const enabled = await person.call('post', 'totp/enable', { totp: await generate({ secret }) });
const { recovery_codes: codes } = enabled.body.data as { recovery_codes: string[] };
await setUp.stop();

describe('the secrets of one-time codes', () => {
  /** Signs in on an instance of its own. @returns status and code of the answer */
  const signInWith = async (env: Record<string, string>, totp: string | null) => {
    const app = await instance(env);
    await app.sql`UPDATE users SET totp_last_step = NULL`;
    const { email, password } = operator;
    const sent = { email, password, ...(totp !== null && { totp }) };
    const { status, body } = await new TestBrowser(app).call('post', 'session', sent);
    const counted = await app.sql`SELECT failures FROM lockouts WHERE failures > 0 ORDER BY key`;
    await app.sql`DELETE FROM lockouts`;
    await app.stop();
    return { outcome: [status, body.code], counted };
  };
  const code = () => generate({ secret });
  const rotate = async (env: Record<string, string>) => {
    const app = await instance(env);
    const counts = await app.service(TwoFactorService).sealAllSecrets();
    await app.stop();
    return counts;
  };

  it('are stored encrypted, with the id of their key', async () => {
    const app = await instance({ SECRETS_KEY: first });
    const rows = await app.sql<{ text: string }>`SELECT u::text AS text FROM users u`;
    expect(JSON.stringify(rows)).not.toContain(secret);
    expect(JSON.stringify(rows)).toMatch(/v1:[0-9a-f]{8}:/);
    await app.stop();
    expect((await signInWith({ SECRETS_KEY: first }, await code())).outcome[0]).toBe(200);
  });

  it('answer 503 with a wrong key, which counts as no failure; recovery codes work', async () => {
    const env = { SECRETS_KEY: second };
    const refused = await signInWith(env, await code());
    expect(refused).toEqual({ outcome: [503, 'secrets_key_wrong'], counted: [] });
    expect((await signInWith(env, null)).outcome).toEqual([401, 'sign_in_failed']);
    expect((await signInWith(env, codes[0]!)).outcome[0]).toBe(200);
  });

  it('do not reveal by a wrong key that a password is right', async () => {
    const app = await instance({ SECRETS_KEY: second });
    const sent = { email: operator.email, password: 'a wrong password', totp: '123456' };
    const { status, body } = await new TestBrowser(app).call('post', 'session', sent);
    expect([status, body.code]).toEqual([401, 'sign_in_failed']);
    await app.sql`DELETE FROM lockouts`;
    await app.stop();
  });

  it('change their key in three steps, in each of which people sign in', async () => {
    const both = { SECRETS_KEY: second, SECRETS_KEY_PREVIOUS: first };
    expect(await rotate({ SECRETS_KEY: second })).toEqual({ sealed: 0, unreadable: 1 });
    expect((await signInWith(both, await code())).outcome[0]).toBe(200);
    expect(await rotate(both)).toEqual({ sealed: 1, unreadable: 0 });
    expect(await rotate(both)).toEqual({ sealed: 0, unreadable: 0 });
    expect((await signInWith({ SECRETS_KEY: second }, await code())).outcome[0]).toBe(200);
    expect((await signInWith({ SECRETS_KEY: first }, await code())).outcome[0]).toBe(503);
  });

  it('secrets of one-time codes of an earlier release are read as they are, and encrypted by a rotation', async () => {
    const app = await instance({});
    await app.sql`UPDATE users SET totp_secret = ${secret} WHERE id = ${operator.id}`;
    await app.stop();
    expect((await signInWith({ SECRETS_KEY: first }, await code())).outcome[0]).toBe(200);
    expect(await rotate({ SECRETS_KEY: first })).toEqual({ sealed: 1, unreadable: 0 });
    expect((await signInWith({ SECRETS_KEY: first }, await code())).outcome[0]).toBe(200);
  });

  it('cannot be moved to another person', async () => {
    const app = await instance({ SECRETS_KEY: first });
    const thief = await givenOperator(app);
    await app.sql`UPDATE users SET totp_secret = (SELECT totp_secret FROM users WHERE id = ${operator.id}) WHERE id = ${thief.id}`;
    const sent = { email: thief.email, password: thief.password, totp: await code() };
    const { status } = await new TestBrowser(app).call('post', 'session', sent);
    expect(status).toBe(503);
    await app.stop();
  });
});
