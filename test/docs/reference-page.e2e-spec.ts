import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import type { OpenAPIObject } from '@nestjs/swagger';
import request from 'supertest';
import { provideDemo } from '../../src/demo/demo.js';
import type { DemoAccess } from '../../src/demo/demo-file.js';
import { Contract, type Operation } from '../../src/docs/contract.js';
import { documentedErrors } from '../../src/docs/documented-errors.js';
import { textOf as searchable, Html } from '../../src/docs/html.js';
import { TestApp } from '../support/app.js';
import { scratchFolder } from '../support/scratch.js';

const run = promisify(execFile);
const LANGUAGES = ['curl', 'typescript', 'python', 'php'];

let app: TestApp;
let demo: DemoAccess | null;
let dataDir: string;
let document: OpenAPIObject;
let operations: readonly Operation[];
let page: string;
beforeAll(async () => {
  app = await TestApp.start();
  dataDir = await scratchFolder();
  demo = await provideDemo(app.nest, dataDir, { base_url: '', admin_token: null });
  document = (await request(app.server).get('/docs-json')).body as OpenAPIObject;
  ({ operations } = new Contract(document));
  page = (await request(app.server).get('/docs/reference').expect(200)).text;
});
afterAll(async () => {
  await app.stop();
  await rm(dataDir, { recursive: true });
});

/** The part of the page that is about an operation. */
const sectionOf = (id: string): string => {
  const [, section] =
    new RegExp(`<section[^>]*aria-labelledby="${id}"[^>]*>([\\s\\S]*?)</section>`).exec(page) ?? [];
  if (section === undefined) throw new Error(`the reference has no ${id}`);
  return section;
};
const textOf = (markup: string): string =>
  // Within a word.
  searchable(new Html(markup.replace(/<wbr *\/?>|<\/?span[^>]*>/g, ''))).trim();

/** The call of an operation in a language, as it stands there. */
const sampleOf = (id: string, language: string): string => {
  const [, code = ''] =
    new RegExp(`id="${id}-${language}"[\\s\\S]*?<code[^>]*>([\\s\\S]*?)</code`).exec(page) ?? [];
  return code
    .replace(/<[^>]*>/g, '')
    .replace(/&#(\d+);/g, (_, character: string) => String.fromCharCode(Number(character)));
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

  it('has a call in each language, and each answer of the document next to it', () => {
    for (const { id, success } of operations) {
      const section = sectionOf(id);
      for (const language of LANGUAGES) expect(sampleOf(id, language)).not.toBe('');
      expect(success.examples.length).toBeGreaterThan(0);
      for (const { summary, value } of success.examples) {
        expect(textOf(section)).toContain(textOf(summary.replaceAll('<', '&#60;')));
        expect(textOf(section)).toContain(JSON.stringify(value, null, 2).replace(/\s+/g, ' '));
      }
    }
  });

  it('shows calls for curl that work, once address and credentials are filled in', async () => {
    const { port } = app.server.address() as AddressInfo;
    const [client] = demo?.clients ?? [];
    // The order that the others are about comes first.
    const ids = operations.map(({ id }) => id).filter((id) => id !== 'placeOrder');
    for (const id of ['placeOrder', ...ids]) {
      const call = sampleOf(id, 'curl')
        .replace('https://orders.example', `http://127.0.0.1:${port}`)
        .replace('wso_your_token', client?.token ?? '')
        .replace('your-store.example', client?.domain ?? '');
      const { stdout } = await run('sh', ['-ec', `${call} -s -w '\\n%{http_code}'`]);
      const { success } = operations.find((operation) => operation.id === id)!;
      expect([id, stdout.split('\n').at(-1), stdout]).toEqual([
        id,
        String(success.status),
        expect.stringContaining('{'),
      ]);
    }
    await app.expectInvariants();
  });
});
