import { randomInt } from 'node:crypto';
import type { OpenAPIObject } from '@nestjs/swagger';
import { OPERATOR, TestApp, UNLIMITED } from '../../support/app.js';
import { allEnded } from '../../support/eventually.js';
import { expectNotKept } from '../../support/documents/cache-headers.js';
import { builtDocument } from '../../support/native/contract.js';
import { Wire, type WireAnswer } from '../../support/documents/wire.js';
import { openFuzzShop } from './fuzz-shop.js';
import { hostileRequests, type HostileRequest } from './hostile-values.js';
import { scratchFolder } from '../../support/processes/run.js';
import { SAME_ORIGIN, TestBrowser } from '../../support/shop/people.js';

// To repeat a failure: FUZZ_SEED as the failed test names it. FUZZ_RUNS of `npm run test:fuzz` tries every value everywhere.
const seed = Number(process.env.FUZZ_SEED ?? randomInt(2 ** 31));
const isLong = Number(process.env.FUZZ_RUNS ?? 0) > 50_000;
const VALUES_PER_FIELD = 1;
const SENDERS = 8;

type Caller = Record<string, string>;

const dataDir = await scratchFolder();
const app = await TestApp.start({ ...UNLIMITED, DATA_DIR: dataDir });
app.allowRefusals();
const wire = new Wire(app);
const [buyer] = await openFuzzShop(app);
const member = await TestBrowser.ofMember(app, buyer!);
const callers: [OpenAPIObject, Caller][] = [
  [builtDocument('store-api.json'), { ...buyer!.headers }],
  [builtDocument('admin-api.json'), OPERATOR],
  [builtDocument('dashboard-api.json'), { Cookie: member.cookie!, ...SAME_ORIGIN }],
];
let next = seed;
const valuesFor = (all: readonly unknown[]): readonly unknown[] =>
  isLong ? all : Array.from({ length: VALUES_PER_FIELD }, () => all[next++ % all.length]);
const requests = callers.flatMap(([document, headers]) =>
  hostileRequests(document, valuesFor).map((request) => ({ ...request, headers })),
);

describe(`one hostile value in an otherwise valid request (FUZZ_SEED=${seed})`, () => {
  const send = async (to: HostileRequest, by: Caller, body?: object): Promise<WireAnswer> => {
    return wire.send({
      method: to.method.toUpperCase(),
      path: to.path,
      headers: { ...by, ...(body !== undefined && { 'Content-Type': 'application/json' }) },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  };
  /** Lists the codes of an answer that are about a field, or about a part of its value. */
  const refusalsOf = ({ body }: WireAnswer, field: string): string[] =>
    ((body as { errors?: { field: string; code: string }[] } | null)?.errors ?? [])
      .filter((error) => error.field === field || error.field.startsWith(`${field}.`))
      .map(({ code }) => code);

  /** Tells what is wrong with the answers to a request, if anything. */
  const faultOf = async (request: HostileRequest & { headers: Caller }): Promise<string | null> => {
    const answer = await send(request, request.headers, request.body);
    const said = `${request.method} ${request.path} ${request.field} ${JSON.stringify(request.body)?.slice(0, 500)}: ${answer.status} ${answer.text.slice(0, 500)}`;
    if (answer.status >= 500) return said;
    expectNotKept({ ...request, method: request.method.toUpperCase() }, answer);
    const { field, nullMeans, bodyWithout } = request;
    if (field === null || nullMeans === undefined) return null;
    const refusals = refusalsOf(answer, field);
    if (nullMeans === 'itself') return null;
    const without = await send(request, request.headers, bodyWithout);
    return refusals.join() === refusalsOf(without, field).join()
      ? null
      : `${said} but ${without.text}`;
  };

  it(
    'is never a fault of ours; null is as good as absent where it has no meaning of its own',
    async () => {
      expect(requests.length).toBeGreaterThan(1_000);
      const faults: string[] = [];
      let next = 0;
      const sender = async (): Promise<void> => {
        for (let request = requests[next++]; request !== undefined; request = requests[next++]) {
          const fault = await faultOf(request);
          if (fault !== null) faults.push(fault);
        }
      };
      await allEnded(Array.from({ length: SENDERS }, sender));
      expect(faults).toEqual([]);
      await app.expectInvariants();
    },
    isLong ? 30 * 60_000 : 300_000,
  );
});
