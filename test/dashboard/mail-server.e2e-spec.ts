import { EventEmitter, once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { SMTPServer } from 'smtp-server';
import request from 'supertest';
import { TestApp } from '../support/app.js';
import { eventually } from '../support/eventually.js';
import { givenClient } from '../support/shop/given.js';
import { DatabaseFiguresJob } from '../../src/platform/observability/database-figures.job.js';
import { MailService } from '../../src/platform/mail/mail.service.js';
import { givenPng } from '../support/documents/pictures.js';
import { allMailsSent, tokenIn } from '../support/shop/mails.js';
import { givenMember, TestBrowser } from '../support/shop/people.js';

const PASSWORD = 'a password of some length';

/** A mail as the server received it: sender, recipient, and its lines as a person reads them. */
interface Received {
  from: string;
  to: string[];
  content: string;
}

let received: Received[];
let refusals: number;
let refusal: number;
/** Part of a refused mail. */
let refused: string;
/** Work of the server before it takes a mail. */
let looking: Promise<unknown>;
const server = new SMTPServer({
  hideSTARTTLS: true,
  allowInsecureAuth: true,
  logger: false,
  onAuth: ({ username, password }, _session, done) =>
    username === 'shop' && password === 'p@ss'
      ? done(null, { user: username })
      : done(new Error('who is it?')),
  onRcptTo: (_address, _session, done) => done(answerTo('address')),
  onData: (stream, { envelope: { mailFrom, rcptTo } }, done) => {
    void text(stream).then((content) => {
      const from = mailFrom === false ? '' : mailFrom.address;
      const to = rcptTo.map(({ address }) => address);
      const answer = answerTo('text');
      if (answer !== null) return done(answer);
      received.push({ from, to, content: readable(content) });
      void looking.then(() => done());
    });
  },
});
await once(server.listen(0, '127.0.0.1'), 'listening');
const { port } = server.server.address() as AddressInfo;
const app = await TestApp.start({
  SMTP_URL: `smtp://shop:${encodeURIComponent('p@ss')}@127.0.0.1:${port}`,
  MAIL_FROM: 'Wholesale <orders@wholesale.example>',
});
const client: { id: number } = await givenClient(app);

describe('a mail server', () => {
  beforeEach(() => {
    received = [];
    [refusals, refusal, refused, looking] = [0, 451, 'address', Promise.resolve()];
  });
  afterAll(() => new Promise<void>((done) => server.close(done)));

  const isPostponed = async () => {
    const postponed = await app.sql`
      SELECT FROM queued_mails WHERE due_at BETWEEN now() AND now() + interval '1 minute'`;
    return postponed.length === 1;
  };
  const invite = (email: string, { id } = client) =>
    app.admin('post', `clients/${id}/members`, { email, role: 'owner' }).expect(201);

  it('delivers an invitation, whose link is only in the mail', async () => {
    const { body } = await invite('karan@asha.example');
    expect(JSON.stringify(body)).not.toContain('#token=');
    await eventually(() => Promise.resolve(received.length > 0));
    const [{ from, to, content }] = received as [Received];
    expect([from, to]).toEqual(['orders@wholesale.example', ['karan@asha.example']]);
    expect(content).toMatch(/^From: Wholesale <orders@wholesale.example>$/m);
    const browser = new TestBrowser(app);
    const answer = { token: tokenIn(content), name: 'Karan Mehta', password: PASSWORD };
    expect((await browser.call('post', 'invitations/accept', answer)).status).toBe(200);
    await allMailsSent(app);
  });

  it('gets all mails about accounts with the theme of the house, and no way to switch them off', async () => {
    const theme = { name: 'Asha & Sons', address: '14 Lake View\nPune', accent: '#7a1f5c' };
    await app.admin('put', 'brand', theme).expect(200);
    const logo = { content_base64: givenPng().toString('base64') };
    await app.admin('put', 'brand/logo', logo).expect(200);
    const { email } = await givenMember(app, client);
    const [{ id } = { id: 0 }] = await app.sql<{ id: number }>`
      SELECT id FROM users WHERE email = ${email}`;
    for (const [template, reference] of [
      ['password_reset', email],
      ['sign_in_locked', email],
      ['passkey_added', String(id)],
      ['client_notice', `${id} token_created <b>.example`],
    ] as const) {
      await app.service(MailService).enqueue(app.dataSource.manager, template, reference);
    }
    await invite('rhea@asha.example', await givenClient(app));
    await allMailsSent(app);
    expect(received.length).toBe(5);
    for (const { content } of received) {
      expect(content).toMatch(/Asha & Sons\n\n[^]*\n-- \n14 Lake View\nPune\n/);
      expect(content).toContain('>Asha &amp; Sons</p>');
      expect(content).toContain('14 Lake View<br>Pune<br>');
      expect(content).toMatch(/background:#7a1f5c;color:#ffffff" href="http[^"]+\/dashboard/);
      expect(content).toMatch(/<img src="http[^"]+\/dashboard\/logo\?v=/);
      expect(content).not.toMatch(/account\/mails|<b>\.example<|undefined|null/);
    }
  });

  it('a mail server that is busy receives the mail later, once', async () => {
    refusals = 1;
    // Has no owner yet, who would be mailed as well.
    await invite('meera@asha.example', await givenClient(app));
    await eventually(isPostponed);
    expect(received).toEqual([]);
    await app.sql`UPDATE queued_mails SET created_at = created_at - interval '1 hour'`;
    app.nest.get(DatabaseFiguresJob).start();
    await eventually(async () => {
      const { text } = await request(app.server).get('/metrics');
      return Number(/^mail_age_seconds (\d+)/m.exec(text)?.[1]) >= 3_600;
    });
    await app.sql`UPDATE queued_mails SET due_at = now()`;
    await allMailsSent(app);
    expect(received.map(({ to }) => to)).toEqual([['meera@asha.example']]);
  });

  it('a slow mail server gets a mail once, also from two instances, and one of a run', async () => {
    const looked = new EventEmitter();
    looking = once(looked, 'end');
    for (const name of ['ravi', 'sara', 'tara']) {
      await invite(`${name}@asha.example`, await givenClient(app));
      await eventually(() => Promise.resolve(received.length === 1));
    }
    looking = sleep(3_000);
    await app.service(MailService).sendDue();
    expect(received).toHaveLength(2);
    await app.sql`UPDATE queued_mails SET due_at = due_at - interval '10 minutes'`;
    await app.service(MailService).sendDue();
    looked.emit('end');
    await allMailsSent(app);
    const invited = ['ravi', 'sara', 'tara'].map((name) => [`${name}@asha.example`]);
    expect(received.map(({ to }) => to)).toEqual(invited);
  });

  it.each([
    ['address', 0],
    ['text', 0],
    // Refused by its syntax, before the refusal that the test has planned.
    ['a\u3000b', 1],
  ])('a mail server that refuses %s is asked for a day', async (what, planned) => {
    [refusals, refusal, refused] = [1, 550, what];
    await invite(`${what}@asha.example`, await givenClient(app));
    await eventually(isPostponed);
    refusals = 1;
    await app.sql`
      UPDATE queued_mails SET created_at = created_at - interval '25 hours', due_at = now()`;
    await allMailsSent(app);
    expect([refusals, received]).toEqual([planned, []]);
  });
});

function answerTo(what: 'address' | 'text'): Error | null {
  const refuses = what === refused && refusals-- > 0;
  return refuses ? Object.assign(new Error('no'), { responseCode: refusal }) : null;
}

/** Removes the line breaks and escapes of quoted-printable. */
function readable(content: string): string {
  return content
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_match, hex: string) => String.fromCharCode(parseInt(hex, 16)))
    .replaceAll('\r\n', '\n');
}
