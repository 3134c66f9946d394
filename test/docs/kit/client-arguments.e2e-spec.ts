import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'yaml';
import { diagnoseListener } from '../../../clients/wso/src/doctor.js';
import { targetOf } from '../../../clients/wso/src/event-target.js';
import { ClientProgram, LANGUAGES } from '../../support/processes/client-program.js';
import { freePort, run, scratchFolder } from '../../support/processes/run.js';
import { codeBlocks } from '../../support/documents/markdown.js';
import { eventually } from '../../support/eventually.js';
import { eventSignature, WsoProgram } from '../../support/wso/wso-program.js';
import { FlakyProxy } from '../../support/processes/flaky-proxy.js';
import { givenClient, orderBody, storeEnv } from '../../support/shop/given.js';
import { TestApp } from '../../support/app.js';

/** Function that makes a call, which must fail, and returns the message of its error. */
type Refusal = (operation: string, args: unknown[], key?: string) => Promise<string>;

/** Calls about one product or order, with their further arguments. */
const OF_ONE: [string, ...unknown[]][] = [
  ['getProduct'],
  ['getProductStock'],
  ['getOrderStatus'],
  ['getOrder'],
  ['cancelOrder'],
  ['listOrderDocuments'],
  ['correctOrder', {}],
  ['changeShipping', {}],
  ['requestReturn', {}],
  ['withdrawReturn', 1],
  ['setReturnTracking', 1, {}],
  ['answerFailedDelivery', 1, {}],
];

const app = await TestApp.start();
const { token, domain } = await givenClient(app);
const proxy = await FlakyProxy.before(app.baseUrl);
const folder = await scratchFolder();
const wso = await WsoProgram.download(folder, storeEnv(app.baseUrl, { token, domain }));
const SECRETS = ['the-old-secret-of-a-shop', 'the-new-secret-of-a-shop'];

async function expectRefusals(refusal: Refusal): Promise<void> {
  proxy.next();
  for (const key of ['', 'two\r\nX-Lines: 1', 'end\n', 'Café', '鍵']) {
    for (const [operation, args] of [
      ['placeOrder', [orderBody({ sku: 'ANY', quantity: 1 })]],
      ['requestReturn', ['WO-1', {}]],
      ['answerFailedDelivery', ['WO-1', 1, {}]],
      ['correctOrder', ['WO-1', {}]],
    ] as const) {
      expect(await refusal(operation, [...args], key)).toMatch(/must be printable ASCII/);
    }
  }
  for (const nothing of ['', '.', '..']) {
    for (const [operation, ...others] of OF_ONE) {
      expect(await refusal(operation, [nothing, ...others])).toBe(
        'the SKU or order number must not be empty, "." or ".."',
      );
    }
  }
  expect(proxy.seen).toEqual([]);
}

const FENCES = { TypeScript: 'ts', Python: 'py', PHP: 'php' };
const BODY = '{"id":"3d5b","type":"order.shipped","data":{"city":"पुणे"}}';
const [OLD, NEW, THIRD] = ['0123456789abcdef', 'fedcba9876543210', 'a third secret, of a stranger'];

/** Reads the only code block of a language on the page Mirror. */
async function blockOf(language: string): Promise<string> {
  const page = await (await fetch(`${app.baseUrl}/docs/mirror.md`)).text();
  return codeBlocks(page).find((block) => block.language === language)!.text;
}

/** Lists arguments of verifyEvent() with its outcome: an error code, or nothing. */
async function eventCases(): Promise<[outcome: string | undefined, ...args: unknown[]][]> {
  const now = Math.floor(Date.now() / 1000);
  const [both, old] = [
    await eventSignature(now, BODY, OLD, NEW),
    await eventSignature(now, BODY, OLD),
  ];
  const signature = old.replace(/^.*v1=/, '');
  const late = await eventSignature(now - 301, BODY, OLD);
  return [
    ...[[OLD], [NEW], [OLD, NEW], [THIRD, NEW]].map((secrets) => [undefined, BODY, both, secrets]),
    [undefined, BODY, old, [NEW, OLD]],
    [undefined, BODY, await eventSignature(now - 200, BODY, OLD), [OLD]],
    [undefined, BODY, late, [OLD], 600],
    ...[BODY.replace('5', '6'), `${BODY}\n`].map((body) => ['bad_signature', body, both, [OLD]]),
    ...[[THIRD], [OLD.toUpperCase()]].map((secrets) => ['bad_signature', BODY, both, secrets]),
    ...[
      ...[null, '', `t=${now}`, `t=${now},`, `v1=${signature}`, `t=,v1=${signature}`, 'यह'],
      ...[`t=${now - 1},v1=${signature}`, `t=${now},v0=${signature}`, old.slice(0, -1)],
      ...[`v1=${signature},t=${now}`, `t=${now},v1=${signature}0`, `t=-${now},v1=${signature}`],
    ].map((header) => ['bad_signature', BODY, header, [OLD, NEW]]),
    ['too_old', BODY, late, [OLD]],
    ['too_old', BODY, await eventSignature(now - 100, BODY, OLD), [OLD], 60],
    // Of a clock that is fast, or to be replayed for longer.
    ['too_old', BODY, await eventSignature(now + 400, BODY, OLD), [OLD]],
    ...[[], ['fifteen letters'], [OLD, '']].map((secrets) => [
      'refused_argument',
      BODY,
      old,
      secrets,
    ]),
    ...[0, -1].map((tolerance) => ['refused_argument', BODY, old, [OLD], tolerance]),
  ] as [string | undefined, ...unknown[]][];
}

describe('verifyEvent() accepts what a known secret has just signed, and nothing else', () => {
  it.each(LANGUAGES)('the %s client tells genuine events from others', async (language) => {
    const folder = await scratchFolder();
    await ClientProgram.download(language, app.baseUrl, folder);
    const program = ClientProgram.start(language, folder, { baseUrl: app.baseUrl, token, domain });
    for (const [outcome, ...args] of await eventCases()) {
      const { error } = await program.outcome('verifyEvent', ...args);
      expect([args, error?.code]).toEqual([args, outcome]);
    }
    await program.stop();

    // The program of the page Mirror.
    const text = await blockOf(FENCES[language]);
    const port = await freePort();
    const hook = `http://127.0.0.1:${port}/`;
    await ClientProgram.serve(language, folder, text.replace('8080', String(port)), {
      port,
      env: { WSO_LISTEN_SECRET: `${OLD} ${NEW}` },
    });
    const post = (headers: Record<string, string>, body = BODY) =>
      fetch(hook, { method: 'POST', headers, body }).then(
        ({ status }) => status,
        () => 0,
      );
    await eventually(async () => (await post({})) === 401);
    const at = Math.floor(Date.now() / 1000);
    const signed = { 'Wso-Signature': await eventSignature(at, BODY, NEW) };
    expect([await post(signed), await post(signed, `${BODY} `)]).toEqual([204, 401]);
  });
});

describe('an argument that cannot be sent is refused at once', () => {
  it.each(LANGUAGES)(
    'the %s client refuses at once an argument that cannot be sent',
    async (language) => {
      const folder = await scratchFolder();
      await ClientProgram.download(language, app.baseUrl, folder);
      const access = { baseUrl: proxy.baseUrl, token, domain };
      const program = ClientProgram.start(language, folder, access);
      await expectRefusals(async (operation, args, ...key) => {
        const { error, shown } = await program.refusal(operation, ...args, ...key);
        expect(error.code).toBe('refused_argument');
        return shown;
      });
      await program.stop();
    },
  );
});

describe('wso listen and doctor', () => {
  it('refuses secrets and headers that cannot be used, without their values, and says who sees them', async () => {
    const secret = 'sixteen-letters!';
    const secretFile = join(folder, 'secrets.txt');
    await writeFile(secretFile, `\uFEFF${SECRETS.join('\r\n')}\n`);
    const target = { forwardTo: 'http://localhost/', header: [] as string[] };
    expect((await targetOf({ ...target, secretFile })).secrets).toEqual(SECRETS);
    for (const unusable of [
      [''],
      ['short'],
      [`${secret} short`],
      [secret, `${secret} ${secret}`],
    ]) {
      await expect(targetOf({ ...target, secret: unusable })).rejects.toThrow(
        /^expected one or two secrets of at least 16 characters each, /,
      );
    }
    for (const name of ['Content-Type', 'wso-signature', 'Content-Length', 'Expect']) {
      await expect(targetOf({ ...target, header: [`${name}: x`] })).rejects.toThrow(
        `wso sets the header ${name} itself`,
      );
    }
    for (const line of [secret, `: ${secret}`, `X-Shop: 7\r\nX-A: ${secret}`, 'X: 7\n', 'X: 鍵']) {
      await expect(targetOf({ ...target, header: [line] })).rejects.toThrow(
        "--header expects 'Name: value' in one line, such as 'X-Shop: 7'",
      );
    }
    const seen = ['--forward-to', target.forwardTo, '--secret', secret, '--secret', 'short'];
    expect(await wso.run('listen', ...seen)).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(
        /^20\S+ others see --secret in the list of processes: .*\nwso: expected one or two secrets /,
      ),
    });
    const both = wso.with({ WSO_LISTEN_SECRET: secret });
    expect(await both.run('listen', '--secret-file', secretFile)).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/'--secret-file <path>' cannot be used with env/),
    });
  });

  it('fails where the listener last forwarded a feed longer ago than asked', async () => {
    const path = join(folder, 'position.json');
    const [recent, old] = [1, 121].map((s) => new Date(Date.now() - s * 1000).toISOString());
    const readAt = { orders: old, products: recent };
    await writeFile(path, JSON.stringify({ account: '', products: '', orders: '', readAt }));
    const { status, stdout } = await wso.run('doctor', '--position', path, '--max-age', '2m');
    const listen = 'wso listen last read and forwarded the';
    expect([status, ...stdout.trim().split('\n').slice(-2)]).toEqual([
      1,
      `✗ ${listen} orders at ${old}, more than 120 seconds ago: see its output.`,
      `✓ ${listen} products at ${recent}.`,
    ]);
    expect(await diagnoseListener(path, 3_600)).toMatchObject([
      { isWrong: false },
      { isWrong: false },
    ]);
    await writeFile(path, JSON.stringify({ account: '', products: '', orders: '' }));
    expect(await diagnoseListener(path, Infinity)).toEqual(
      ['orders', 'products'].map((feed) => ({
        isWrong: true,
        text: `wso listen has not read the ${feed} yet: see its output.`,
      })),
    );
    expect(await diagnoseListener('missing.json', 60)).toEqual([
      { isWrong: true, text: 'There is no file missing.json: start wso listen.' },
    ]);
  });

  it('refuses an age without a unit, and one of nothing', async () => {
    for (const age of ['soon', '10', '0s']) {
      const { status, stderr } = await wso.run(
        'doctor',
        '--position',
        'x.json',
        `--max-age=${age}`,
      );
      expect([status, stderr]).toEqual([1, expect.stringContaining('such as 90s, 10m or 2h.')]);
    }
    expect(await wso.run('doctor', '--max-age', '10m')).toMatchObject({
      status: 1,
      stderr: 'wso: --max-age needs --to or --position\n',
    });
  });
});

describe('the service of the page Mirror', () => {
  /** Runs a command of the page up to its lack of a token. */
  const expectKnown = async (line: string): Promise<void> => {
    const [, args = ''] = /^\S*node \/opt\/wso\/dist\/wso\.js (.*)$/.exec(line) ?? [];
    expect(await wso.with({ STORE_TOKEN: '' }).run(...args.split(' '))).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/^wso: set STORE_TOKEN: /),
    });
  };

  it('is a unit that systemd takes, with options that exist', async () => {
    const unit = await blockOf('ini');
    const [, command = ''] = /^ExecStart=(.*)$/m.exec(unit) ?? [];
    await expectKnown(command);
    const path = join(folder, 'wso-listen.service');
    await writeFile(path, unit.replace('/usr/bin/node', process.execPath));
    if (!existsSync('/usr/bin/systemd-analyze')) return;
    const { stderr } = await run('systemd-analyze', ['verify', path]);
    expect(stderr.split('\n').filter((line) => line.includes('wso-listen'))).toEqual([]);
  });

  it('is a Compose file with options that exist', async () => {
    const { services, volumes } = parse(await blockOf('yaml')) as {
      services: {
        'wso-listen': { command: string; healthcheck: { test: string }; volumes: string[] };
      };
      volumes: object;
    };
    const { command, healthcheck, volumes: mounts } = services['wso-listen'];
    for (const line of [command, healthcheck.test]) await expectKnown(line);
    expect(mounts.slice(1)).toEqual(Object.keys(volumes).map((name) => `${name}:/position`));
  });
});
