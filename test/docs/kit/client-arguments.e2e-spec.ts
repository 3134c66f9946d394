import { ClientProgram, LANGUAGES } from '../../support/processes/client-program.js';
import { freePort, scratchFolder } from '../../support/processes/run.js';
import { codeBlocks, type CodeBlock } from '../../support/documents/markdown.js';
import { eventually } from '../../support/eventually.js';
import { eventSignature } from '../../support/processes/wso-program.js';
import { FlakyProxy } from '../../support/processes/flaky-proxy.js';
import { givenClient, orderBody } from '../../support/shop/given.js';
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
];

const app = await TestApp.start();
const { token, domain } = await givenClient(app);
const proxy = await FlakyProxy.before(app.baseUrl);

async function expectRefusals(refusal: Refusal): Promise<void> {
  proxy.next();
  for (const key of ['', 'two\r\nX-Lines: 1', 'end\n', 'Café', '鍵']) {
    for (const [operation, args] of [
      ['placeOrder', [orderBody({ sku: 'ANY', quantity: 1 })]],
      ['requestReturn', ['WO-1', {}]],
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
    const page = await (await fetch(`${app.baseUrl}/docs/mirror.md`)).text();
    const [{ text }] = codeBlocks(page).filter((block) => block.language === FENCES[language]) as [
      CodeBlock,
    ];
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
