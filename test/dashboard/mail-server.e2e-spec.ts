import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';
import { TestApp } from '../support/app.js';
import { eventually } from '../support/eventually.js';
import { givenClient } from '../support/shop/given.js';
import { tokenIn } from '../support/shop/mails.js';
import { TestBrowser } from '../support/shop/people.js';

const PASSWORD = 'a password of some length';

/** A mail as the server got it: who sent it to whom, and its lines as a person reads them. */
interface Received {
  from: string;
  to: string[];
  content: string;
}

describe('a mail server', () => {
  let server: SMTPServer;
  let app: TestApp;
  let client: { id: number };
  let received: Received[];
  let refusals: number;
  beforeAll(async () => {
    server = new SMTPServer({
      hideSTARTTLS: true,
      allowInsecureAuth: true,
      logger: false,
      onAuth: ({ username, password }, _session, done) =>
        username === 'shop' && password === 'p@ss'
          ? done(null, { user: username })
          : done(new Error('who is it?')),
      onRcptTo: (_address, _session, done) =>
        done(refusals-- > 0 ? Object.assign(new Error('later'), { responseCode: 451 }) : null),
      onData: (stream, { envelope: { mailFrom, rcptTo } }, done) => {
        void text(stream).then((content) => {
          const from = mailFrom === false ? '' : mailFrom.address;
          const to = rcptTo.map(({ address }) => address);
          received.push({ from, to, content: readable(content) });
          done();
        });
      },
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.server.address() as AddressInfo;
    app = await TestApp.start({
      SMTP_URL: `smtp://shop:${encodeURIComponent('p@ss')}@127.0.0.1:${port}`,
      MAIL_FROM: 'Wholesale <orders@wholesale.example>',
    });
    client = await givenClient(app);
  });
  beforeEach(() => {
    received = [];
    refusals = 0;
  });
  afterAll(async () => {
    await app.stop();
    await new Promise<void>((done) => server.close(done));
  });

  const invite = (email: string, { id } = client) =>
    app.admin('post', `clients/${id}/members`, { email, role: 'owner' }).expect(201);
  const queued = async (): Promise<number> =>
    (await app.dataSource.query<object[]>('SELECT FROM queued_mails')).length;

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
    await eventually(async () => (await queued()) === 0);
  });

  it('that is busy receives the mail later, once', async () => {
    refusals = 1;
    // Has no owner yet, who would be mailed as well.
    const newClient = await givenClient(app);
    await invite('meera@asha.example', newClient);
    await eventually(async () => refusals < 1 && (await queued()) === 1);
    expect(received).toEqual([]);
    await app.dataSource.query('UPDATE queued_mails SET due_at = now()');
    await eventually(async () => (await queued()) === 0);
    expect(received.map(({ to }) => to)).toEqual([['meera@asha.example']]);
  });
});

/** Removes the line breaks and escapes of quoted-printable. */
function readable(content: string): string {
  return content
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_match, hex: string) => String.fromCharCode(parseInt(hex, 16)))
    .replaceAll('\r\n', '\n');
}
