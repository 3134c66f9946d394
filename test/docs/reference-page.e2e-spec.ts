import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { runInThisContext } from 'node:vm';
import type { OpenAPIObject } from '@nestjs/swagger';
import request from 'supertest';
import {
  createStoreClient,
  type StoreClient,
  type StoreClientOptions,
} from '../../clients/typescript/src/index.js';
import type { DemoAccess } from '../../src/start/demo/demo-file.js';
import { documentedErrors } from '../../src/start/docs/documented-errors.js';
import { Contract } from '../../web/docs/build/contract.js';
import { Admin } from '../support/shop/admin.js';
import { givenDemoSuite } from '../support/shop/demo.js';
import { codeOf, textOf } from '../support/documents/html.js';
import { codeBlocks } from '../support/documents/markdown.js';
import { ClientProgram, type Language } from '../support/processes/client-program.js';
import { run, scratchFolder } from '../support/processes/run.js';
import { headersOf, orderBody } from '../support/shop/given.js';
import { TaxAdmin } from '../support/tax/tax-admin.js';

type Send = (store: StoreClient) => Promise<unknown>;

const LANGUAGES = ['curl', 'typescript', 'python', 'php'];
const { app, demo } = await givenDemoSuite();
const [client] = demo.clients as [DemoAccess['clients'][number]];
const headers = headersOf(client.token, client.domain);
const document = (await request(app.server).get('/docs-json')).body as OpenAPIObject;
const { operations } = new Contract(document);
const page = (await request(app.server).get('/docs/reference').expect(200)).text;

/** Finds the part of the page that is about an operation. */
const sectionOf = (id: string): string => {
  const [, section] =
    new RegExp(`<section[^>]*aria-labelledby="${id}"[^>]*>([\\s\\S]*?)</section>`).exec(page) ?? [];
  if (section === undefined) throw new Error(`the reference has no ${id}`);
  return section;
};
/** Finds the call of an operation in a language, as the page shows it. */
const sampleOf = (id: string, language: string): string => {
  const [, code = ''] =
    new RegExp(`id="${id}-${language}"[\\s\\S]*?<code[^>]*>([\\s\\S]*?)</code`).exec(page) ?? [];
  return codeOf(code);
};

describe('the reference', () => {
  it('has every operation of the document, with its parameters, fields and errors', () => {
    expect(operations.length).toBeGreaterThan(9);
    const errors = documentedErrors(document);
    for (const { id, method, path, summary, parameters, body, success } of operations) {
      const text = textOf(sectionOf(id));
      expect(text).toContain(summary);
      expect(text).toContain(`${method} ${path}`);
      for (const field of [...parameters, ...(body?.fields ?? []), ...success.fields]) {
        expect(text).toContain(` ${field.path} `);
      }
      const common = textOf(sectionOf('errors'));
      for (const { code } of errors.filter((error) =>
        error.operations.some((at) => at.id === id),
      )) {
        expect(text.includes(` ${code} `) || common.includes(` ${code} `)).toBe(true);
      }
    }
  });

  it('describes every operation, and says of each value that may be null that it may', () => {
    for (const { id, description } of operations) expect([id, description]).not.toEqual([id, '']);
    const typeOf = (id: string, name: string) =>
      operations
        .find((operation) => operation.id === id)!
        .success.fields.find(({ path }) => path === name)?.type;
    expect(typeOf('getOrder', 'data.customer.email')).toBe('string or null');
    expect(typeOf('getOrder', 'data.items[].variation_key')).toBe('string or null');
    expect(typeOf('getOrder', 'data.order_number')).toBe('string');
    expect(textOf(sectionOf('getOrder'))).toContain('decline_reason string or null');
  });

  it('shows the page size, and how to recognize a repeated answer', () => {
    expect(textOf(sectionOf('listChanges'))).toContain('a whole number, 500 if left out');
    expect(textOf(sectionOf('placeOrder'))).toContain(' Idempotent-Replayed Present when ');
  });

  it('has a call in each language, and each answer of the document next to it', () => {
    for (const { id, success } of operations) {
      const section = sectionOf(id);
      for (const language of LANGUAGES) expect(sampleOf(id, language)).not.toBe('');
      expect([id, success.examples.length]).not.toEqual([expect.not.stringMatching(/Pdf$/), 0]);
      for (const { summary, value } of success.examples) {
        expect(textOf(section)).toContain(summary);
        expect(textOf(section)).toContain(JSON.stringify(value, null, 2).replace(/\s+/g, ' '));
      }
    }
  });

  /** Places the order that the calls of a language are about. Returns its number. */
  const givenOrder = async (): Promise<string> => {
    const order = orderBody({ sku: 'TW-GLS-06', quantity: 1 });
    const { body } = await app.post('/api/orders', headers, order).expect(201);
    return (body as { order_number: string }).order_number;
  };
  /** Makes the call of an operation. Calls about a return or a document use another order, which was shipped. */
  const callOf = async (id: string, language: string, orderNumber: string): Promise<string> => {
    if (!/Return$|Pdf$|Tracking$/.test(id)) return filled(sampleOf(id, language), orderNumber);
    const shipped = await givenOrder();
    await new Admin(app).orders.pay(shipped);
    await new Admin(app).orders.ship(shipped);
    const text = filled(sampleOf(id, language), shipped);
    if (id === 'requestReturn') return text;
    if (id === 'getDocumentPdf') {
      const { data } = await new TaxAdmin(app).documents({ order_number: shipped });
      return text.replace(/\b17\b/, String(data[0]!.id));
    }
    const asked = { items: [{ line: 1, quantity: 1 }], reason: 'Chipped' };
    const { body } = await app.post(`/api/orders/${shipped}/returns`, headers, asked).expect(201);
    const { id: returned } = (body as { data: { id: number } }).data;
    if (id === 'setReturnTracking') await new Admin(app).orders.acceptReturn(shipped, returned);
    return text.replace(/\b12\b/, String(returned));
  };
  /** Makes a text of the page with the credentials and the number of an order filled in. */
  const filled = (text: string, orderNumber: string): string => {
    return text
      .replace('wso_your_token', client.token)
      .replace('your-store.example', client.domain)
      .replaceAll('WO-7K3M9QX2TB', orderNumber);
  };
  /** Lists the operations; canceling is the last. Placing an order is sent twice, for two orders. */
  const calls = (): string[] => {
    // A delivery that failed needs a courier.
    const apart = ['cancelOrder', 'answerFailedDelivery'];
    const others = operations.map(({ id }) => id).filter((id) => !apart.includes(id));
    return [...others, 'placeOrder', 'cancelOrder'];
  };

  it('shows calls for curl that work, once credentials are filled in', async () => {
    const number = await givenOrder();
    for (const id of calls()) {
      const call = await callOf(id, 'curl', number);
      const { stdout } = await run('sh', ['-ec', `${call} -s -w '\\n%{http_code}'`]);
      const { success } = operations.find((operation) => operation.id === id)!;
      expect([id, stdout.split('\n').at(-1), stdout]).toEqual([
        id,
        String(success.status),
        expect.stringContaining(id === 'getDocumentPdf' ? '%PDF' : '{'),
      ]);
    }
    await app.expectInvariants();
  });

  it('shows calls for TypeScript that work with the setup of the page', async () => {
    const [, options = ''] =
      /createStoreClient\(([\s\S]*)\);/.exec(sampleOf('access', 'typescript')) ?? [];
    const store = createStoreClient(
      runInThisContext(`(${filled(options, '')})`) as StoreClientOptions,
    );
    const number = await givenOrder();
    for (const id of calls()) {
      const call = await callOf(id, 'typescript', number);
      const send = runInThisContext(`async (store) => { ${call} return answer; }`) as Send;
      expect([id, await send(store)]).toEqual([id, expect.any(Object)]);
    }
  });

  it.each([
    ['python', 'python3', 'print("all were answered")'],
    ['php', 'php', 'echo "all were answered";'],
  ])('shows calls for %s that work one after the other', async (language, program, end) => {
    const number = await givenOrder();
    const samples: string[] = [];
    for (const id of ['access', ...calls()]) samples.push(await callOf(id, language, number));
    const script = [...samples, end].join('\n\n');
    const args = language === 'php' ? ['-r', `declare(strict_types=1);${script}`] : ['-c', script];
    const { stdout } = await run(program, args, { cwd: `clients/${language}` });
    expect(stdout.trim()).toBe('all were answered');
  });
});

/** Pages with samples for stores. The calls of the reference begin with its setup. */
const PAGES = ['start', 'orders', 'updates', 'retries', 'downloads', 'mirror', 'reference'];

describe('the samples of all pages and of the READMEs', () => {
  /** Writes each sample in a language as a file of its own, next to the client. Returns the folder and the files. */
  const written = async (language: Language, fence: RegExp, extension: string) => {
    const folder = await scratchFolder();
    await ClientProgram.download(language, app.baseUrl, folder);
    const served = PAGES.map((name) => request(app.server).get(`/docs/${name}.md`).buffer(true));
    const pages = (await Promise.all(served)).map(({ text }) => text);
    pages.push(await readFile(`clients/${language.toLowerCase()}/README.md`, 'utf8'));
    const samples = pages.flatMap((text, page) => {
      const blocks = codeBlocks(text).filter((block) => fence.test(block.language));
      const [setup, ...calls] = blocks.map((block) => block.text);
      const isReference = PAGES[page] === 'reference';
      return isReference
        ? calls.map((call) => `${setup}\n${call}`)
        : blocks.map(({ text }) => text);
    });
    expect(samples.length).toBeGreaterThan(operations.length);
    const files = samples.map((_sample, index) => `sample_${index}.${extension}`);
    for (const [index, file] of files.entries()) {
      const text = samples[index]!;
      const opening = language === 'PHP' && !text.startsWith('<?php') ? '<?php\n' : '';
      await writeFile(join(folder, file), opening + text);
    }
    return { folder, files };
  };
  const outputOf = (program: string, args: string[], cwd: string) =>
    run(program, args, { cwd }).then(
      ({ stdout }) => stdout,
      ({ stdout }: { stdout: string }) => stdout,
    );

  it('compile in strict TypeScript with exact optional types', async () => {
    const { folder, files } = await written('TypeScript', /^ts$/, 'mts');
    const compilerOptions = {
      module: 'nodenext',
      target: 'es2023',
      strict: true,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      noEmit: true,
      types: ['node'],
      typeRoots: [resolve('node_modules/@types')],
    };
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }));
    const tsc = [resolve('node_modules/typescript/bin/tsc'), '-p', '.'];
    expect(await outputOf(process.execPath, tsc, folder)).toBe('');
  });

  it('have no error for mypy --strict, and neither has the client', async () => {
    const { folder, files } = await written('Python', /^py/, 'py');
    const args = ['--strict', '--no-error-summary', 'wholesale_store_orders.py', ...files];
    expect(await outputOf('mypy', args, folder)).toBe('');
  });

  it('have no error for php -l', async () => {
    const { folder, files } = await written('PHP', /^php$/, 'php');
    const lint = `for sample in ${files.join(' ')}; do php -l "$sample" || true; done`;
    const output = await outputOf('sh', ['-c', lint], folder);
    expect(output).toBe(files.map((file) => `No syntax errors detected in ${file}\n`).join(''));
  });
});
