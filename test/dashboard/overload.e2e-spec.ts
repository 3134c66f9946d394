import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { PasswordHasher } from '../../src/people/passwords/password-hasher.js';
import { TestApp } from '../support/app.js';
import { givenClient } from '../support/shop/given.js';
import { givenMember, SAME_ORIGIN, TestBrowser } from '../support/shop/people.js';

const HASHER = pathToFileURL(resolve('dist/src/people/passwords/password-hasher.js')).href;
/** More than can be hashed and wait at once. */
const FLOOD = 60;

const app = await TestApp.start({ TRUST_PROXY: '127.0.0.0/8,::1' });
const member = await givenMember(app, await givenClient(app));

describe('more sign-ins than the service can check', () => {
  afterEach(() => app.dataSource.query('DELETE FROM lockouts'));

  /** Fills the queue from many addresses, or from one; resolves once all were hashed or refused. */
  const flood = (address: (index: number) => string) =>
    Promise.allSettled(
      Array.from({ length: FLOOD }, (_, index) =>
        app.service(PasswordHasher).hash(`password ${index}`, address(index)),
      ),
    );
  /** Keeps the queue full, from as many addresses as it is long. @returns what ends it */
  const overload = async (): Promise<() => Promise<unknown>> => {
    let isOver = false;
    const hashers = Array.from({ length: FLOOD }, async (_, index) => {
      while (!isOver) {
        const hashing = app.service(PasswordHasher).hash('a password', `192.0.2.${index}`);
        await hashing.catch(() => sleep(5));
      }
    });
    await sleep(0);
    return () => {
      isOver = true;
      return Promise.all(hashers);
    };
  };
  const signIn = ({ email, password }: { email: string; password: string }, ip: string) =>
    new TestBrowser(app).call(
      'post',
      'session',
      { email, password },
      { ...SAME_ORIGIN, 'X-Forwarded-For': ip },
    );

  it('does not count the refusals of right passwords as wrong ones', async () => {
    const end = await overload();
    for (let attempt = 0; attempt < 7; attempt += 1) {
      const { status, headers, body } = await signIn(member, '198.51.100.7');
      expect([status, body.code]).toEqual([503, 'unavailable']);
      expect(headers['retry-after']).toBe('2');
    }
    await end();
    expect(await app.dataSource.query('SELECT key FROM lockouts WHERE failures > 0')).toEqual([]);
    expect((await signIn(member, '198.51.100.7')).status).toBe(200);
  });

  it('from one address do not keep others from signing in', async () => {
    const hashing = flood(() => '203.0.113.66');
    expect((await signIn(member, '198.51.100.7')).status).toBe(200);
    const outcomes = (await hashing).map(({ status }) => status);
    expect(outcomes).toContain('rejected');
  });

  it('from one IPv6 network count as one address', async () => {
    const hashing = flood((index) => `2001:db8:1:2::${index}`);
    expect((await signIn(member, '198.51.100.7')).status).toBe(200);
    await hashing;
  });

  it('still count wrong passwords', async () => {
    const wrong = { ...member, password: 'a wrong password' };
    const statuses: number[] = [];
    for (let index = 0; index < 6; index += 1) {
      statuses.push((await signIn(wrong, `198.51.100.${index}`)).status);
    }
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
  });

  it('are hashed by threads that do not load what the process was started with', async () => {
    // Such as a tracer, which would start a second time.
    const preload = `if (!(await import('node:worker_threads')).isMainThread) throw new Error('loaded again');`;
    const program = `
      const { PasswordHasher } = await import(${JSON.stringify(HASHER)});
      const hasher = new PasswordHasher();
      const stored = await hasher.hash('a password');
      console.log(await hasher.verify(stored, 'a password', ''));
    `;
    const options = ['--import', `data:text/javascript,${encodeURIComponent(preload)}`];
    const { stdout } = await promisify(execFile)(process.execPath, [
      ...options,
      ...['--input-type=module', '--eval', program],
    ]);
    expect(stdout).toBe('true\n');
  });

  it('are all hashed by threads that the app ends with itself', async () => {
    const other = await TestApp.start();
    const hasher = other.service(PasswordHasher);
    const stored = await hasher.hash('a password');
    expect(await hasher.verify(stored, 'a password', '')).toBe(true);
    expect(await hasher.verify(stored, 'another one', '')).toBe(false);
    expect(await hasher.verify(null, '', '')).toBe(false);
    const hashing = Promise.allSettled(Array.from({ length: 10 }, () => hasher.hash('a password')));
    await other.stop();
    const reasons = (await hashing).map((outcome) =>
      outcome.status === 'rejected' ? (outcome.reason as { code: string }).code : 'hashed',
    );
    expect(reasons).toContain('unavailable');
  });
});
