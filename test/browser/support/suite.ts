import type { OperatorRole } from '../../../src/identity/roles.js';
import { TestApp } from '../../support/app.js';
import { scratchFolder } from '../../support/processes/run.js';
import { Admin } from '../../support/shop/admin.js';
import { givenOperator } from '../../support/shop/people.js';
import { Chromium, PROGRAMS, type Screen, type Visit } from './chromium.js';

/** The service whose pages the running suite opens. */
export let app: TestApp;
/** Its DATA_DIR. */
export let dataDir: string;
/** An operator of the service, without a browser. */
export let admin: Admin;
export let browser: Chromium;
/** The browser of the person that {@link signInAs} signs in. */
export let visit: Visit;

/**
 * Defines a suite in a real browser. Skips it with a message if Chromium is not installed.
 *
 * @param start starts the service; by default on an empty database
 */
export function describeInBrowser(
  name: string,
  tests: () => void,
  env: Record<string, string> = {},
  start: (settings: Record<string, string>) => Promise<TestApp> = (settings) =>
    TestApp.start(settings),
): void {
  if (!Chromium.isInstalled) {
    process.stderr.write(`skipped, because ${PROGRAMS.join(' or ')} is not installed: ${name}\n`);
    return describe.skip(name, tests);
  }
  describe(name, () => {
    beforeAll(async () => {
      dataDir = await scratchFolder();
      app = await start({ DATA_DIR: dataDir, ...env });
      admin = new Admin(app);
      browser = await Chromium.launch(app);
    });
    /** Ends all visits except the first ones, and expects that no page complained. */
    const endAfter = async (count: number): Promise<void> => {
      const ended = browser.visits.splice(count);
      for (const each of ended) await each.end();
      expect(ended.flatMap(({ complaints }) => complaints)).toEqual([]);
    };
    let before = 0;
    beforeEach(() => {
      before = browser.visits.length;
    });
    afterEach(() => endAfter(before));
    tests();
    afterAll(() => endAfter(0));
  });
}

/** Signs a person in at a new screen, and shows a page. The visit ends with the test. */
export async function openAs(
  person: Parameters<Visit['signIn']>[0],
  path?: string,
  screen?: Screen,
): Promise<Visit> {
  const opened = await browser.open(screen);
  await opened.signIn(person);
  if (path !== undefined) await opened.goTo(path);
  return opened;
}

/** Signs an operator in for the suite. */
export function signInAs(roles?: readonly OperatorRole[], screen?: Screen): void {
  beforeAll(async () => {
    visit = await openAs(await givenOperator(app, roles), undefined, screen);
  });
}
