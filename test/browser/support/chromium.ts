import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import type { RunOptions } from 'axe-core';
import {
  chromium,
  type Browser,
  type BrowserContext,
  type Page,
  type Request,
} from 'playwright-core';
import type { TestApp } from '../../support/app.js';
import { SAME_ORIGIN } from '../../support/shop/people.js';
import { LIMIT_MS } from '../../support/native/limits.js';
import { atEndOfSuite } from '../../support/native/end-of-suite.js';

/** Debian's package of the browser without windows takes less processor time than Chromium. */
export const PROGRAMS = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];

const program = PROGRAMS.find((path) => existsSync(path));

const TIMEOUT_MS = LIMIT_MS / 2;
const PAUSE_MS = 10;
/** A page asks for the script of the worker that tabs share, but is not told that it has arrived. */
const SHARED_WORKER = '/connection.worker-';
/** After a change of its size, Chromium may delay idle work without end. */
const IDLE_WITHIN_MS = 200;

export interface Screen {
  width?: number;
  scheme?: 'light' | 'dark';
}

const viewportOf = (width: number) => ({ width, height: width < 600 ? 740 : 900 });

/** Browser of the suite. */
let running: Browser | undefined;

async function runningBrowser(): Promise<Browser> {
  if (!running?.isConnected()) running = await launch([]);
  return running;
}

async function launch(args: readonly string[]): Promise<Browser> {
  const browser = await chromium.launch({
    executablePath: program!,
    // Chromium refuses to run its sandbox as root, as which CI runs.
    // It starts spare processes for pages to come unless their number is limited.
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--renderer-process-limit=1', ...args],
  });
  atEndOfSuite(() => browser.close());
  return browser;
}

/** Chromium on the pages of an instance, collecting what should never happen on one. */
export class Chromium {
  /**
   * Unused pages of visits that have ended, by screen. Their contexts have loaded the scripts, which takes a new context a
   * third of a load.
   */
  private readonly left = new Map<string, Page[]>();
  /** Visits in the order of their beginning. */
  readonly visits: Visit[] = [];

  private constructor(
    private readonly browser: Browser,
    private readonly baseURL: string,
  ) {}

  static readonly isInstalled = program !== undefined;

  /** @param args of a browser of its own; without, the suite has one for all */
  static async launch(app: TestApp, args?: readonly string[]): Promise<Chromium> {
    const { port } = app.server.address() as AddressInfo;
    const browser = args === undefined ? await runningBrowser() : await launch(args);
    return new Chromium(browser, `http://localhost:${port}`);
  }

  /** Opens a new person's browser: no cookie, nothing stored. */
  async open({ width = 1280, scheme = 'light' }: Screen = {}): Promise<Visit> {
    const screen = `${width} ${scheme}`;
    const left = this.left.get(screen) ?? [];
    this.left.set(screen, left);
    const page = left.pop() ?? (await this.newPage({ width, scheme }));
    let ended: Promise<unknown> | undefined;
    const end = () => (ended ??= this.emptied(page.context()).then((empty) => left.push(empty)));
    const visit = await Visit.begin(page, end);
    this.visits.push(visit);
    return visit;
  }

  private async newPage({ width, scheme }: Required<Screen>): Promise<Page> {
    const context = await this.browser.newContext({
      baseURL: this.baseURL,
      viewport: viewportOf(width),
      hasTouch: width < 600,
      colorScheme: scheme,
      reducedMotion: 'reduce',
    });
    context.setDefaultTimeout(TIMEOUT_MS);
    return context.newPage();
  }

  /**
   * Removes from a context its pages and all stored data. The new page is opened before the old ones are closed, because the
   * last one would take the scripts along.
   */
  private async emptied(context: BrowserContext): Promise<Page> {
    const pages = context.pages();
    const page = await context.newPage();
    for (const old of pages) await old.close();
    const session = await context.newCDPSession(page);
    await session.send('Storage.clearDataForOrigin', { origin: this.baseURL, storageTypes: 'all' });
    await session.detach();
    await context.clearCookies();
    await context.clearPermissions();
    return page;
  }
}

/** One person at one screen. */
export class Visit {
  /** Violations of the content security policy, errors of scripts, and errors on the console. */
  readonly complaints: string[] = [];
  /** Requests of the page that are on their way. */
  private pending = 0;

  private constructor(
    readonly page: Page,
    readonly end: () => Promise<unknown>,
  ) {}

  static async begin(page: Page, end: () => Promise<unknown>): Promise<Visit> {
    const visit = new Visit(page, end);
    await page.exposeFunction('reportViolation', (text: string) => visit.complaints.push(text));
    await page.addInitScript(() => {
      document.addEventListener('securitypolicyviolation', (event) => {
        const { reportViolation } = window as unknown as {
          reportViolation: (text: string) => void;
        };
        reportViolation(`${event.violatedDirective} refused ${event.blockedURI} ${event.sample}`);
      });
    });
    const count = (change: number) => (request: Request) => {
      if (!request.url().includes(SHARED_WORKER)) visit.pending += change;
    };
    page.on('request', count(1));
    page.on('requestfinished', count(-1));
    page.on('requestfailed', count(-1));
    page.on('pageerror', ({ message }) => visit.complaints.push(message));
    page.on('console', (message) => {
      // Chromium writes every answer with an error status there.
      const isAnswer = message.text().startsWith('Failed to load resource');
      if (message.type() === 'error' && !isAnswer) visit.complaints.push(message.text());
    });
    return visit;
  }

  get context(): BrowserContext {
    return this.page.context();
  }

  /** Signs in without the form; the page stays as it is. */
  async signIn({ email, password }: { email: string; password: string }): Promise<void> {
    const answer = await this.context.request.post('/dashboard/api/session', {
      data: { email, password },
      headers: SAME_ORIGIN,
    });
    if (!answer.ok()) throw new Error(`${email} is not signed in: ${await answer.text()}`);
  }

  /** Signs in with the form, as people do. */
  async signInWithForm(person: { email: string; password: string }): Promise<void> {
    await this.goTo('/dashboard/sign-in');
    await this.fillInSignIn(person);
  }

  /** Signs in with the form of the page, and waits for the page after it. */
  async fillInSignIn({ email, password }: { email: string; password: string }): Promise<void> {
    await this.page.getByLabel('Email').fill(email);
    await this.page.getByLabel('Password', { exact: true }).fill(password);
    await this.page.getByRole('button', { name: 'Sign in' }).click();
    await this.page.waitForURL((url) => !url.pathname.endsWith('/sign-in'));
    await this.settle();
  }

  async resize({ width, scheme }: Required<Screen>): Promise<void> {
    await Promise.all([
      this.page.setViewportSize(viewportOf(width)),
      this.page.emulateMedia({ colorScheme: scheme }),
    ]);
    // Colors and places are those of the screen when what moves there has come to rest.
    await this.page.waitForFunction(async (expected) => {
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      await Promise.allSettled(document.getAnimations().map(({ finished }) => finished));
      const shown = document.documentElement.getAttribute('data-mantine-color-scheme');
      return (shown ?? expected) === expected;
    }, scheme);
  }

  heading(): Promise<string> {
    return this.page.getByRole('heading', { level: 1 }).innerText();
  }

  /** Opens a page and waits until it shows its heading and nothing is being loaded. */
  async load(path: string): Promise<void> {
    await this.page.goto(path);
    await this.settle();
  }

  /**
   * Shows a page as {@link load}. From another page of the dashboard it uses links, which take a third of the time, because the
   * scripts are loaded.
   */
  async goTo(path: string): Promise<void> {
    const isLink = [this.page.url(), path].every((at) =>
      /^(http:\/\/[^/]+)?\/dashboard\b/.test(at),
    );
    if (!isLink) return this.load(path);
    await this.page.evaluate((to) => history.pushState(null, '', to), path);
    await this.settle();
  }

  /** Waits until nothing is being loaded, and the page has no work that could load more. */
  async settle(): Promise<void> {
    await this.page.getByRole('heading', { level: 1 }).waitFor();
    do {
      while (this.pending > 0) await this.page.waitForTimeout(PAUSE_MS);
      await this.page.evaluate(
        (timeout) =>
          new Promise((done) =>
            requestIdleCallback(() => requestIdleCallback(done, { timeout }), { timeout }),
          ),
        IDLE_WITHIN_MS,
      );
    } while (this.pending > 0);
  }

  /**
   * Lists the findings of axe, as `rule: element`, by WCAG 2.2 AA and best practices.
   *
   * @param options which rules apply; by default all except those that a library of the dashboard breaks
   * @param within where axe looks, if it is there; by default the page
   */
  async accessibilityFindings(
    options: RunOptions = { rules: RULES_OFF },
    within = ':root',
  ): Promise<string[]> {
    // Half a megabyte, which a page keeps until it is left.
    if (!(await this.page.evaluate(() => 'axe' in window))) {
      await this.page.evaluate(await axeSource());
    }
    return this.page.evaluate(
      async ([chosen, selector]) => {
        const { axe } = window as unknown as { axe: typeof import('axe-core') };
        const run = (selectors: boolean) =>
          axe.run(document.querySelector(selector) ?? document, {
            ...chosen,
            resultTypes: ['violations'],
            // Reads all styles again, for a rule on the length of sounds and films.
            preload: document.querySelector('audio, video') !== null,
            selectors,
          });
        // To name elements takes long, so only where there is one to name.
        const found = await run(false);
        const { violations } = found.violations.length === 0 ? found : await run(true);
        return violations.flatMap(({ id, nodes }) =>
          nodes.map(
            ({ target, failureSummary = '' }) => `${id}: ${String(target)}: ${failureSummary}`,
          ),
        );
      },
      [options, within] as const,
    );
  }

  /** Lists links, buttons and fields that are smaller than a side in pixels. Links within a text may be smaller. */
  smallTargets(side: number): Promise<string[]> {
    return this.page.evaluate((least) => {
      const targets = document.querySelectorAll<HTMLElement>('a, button, input, select, summary');
      return [...targets].flatMap((target) => {
        const { width, height } = (target.closest('label') ?? target).getBoundingClientRect();
        const isHidden = width <= 1 || height <= 1 || !target.checkVisibility();
        const isInText = getComputedStyle(target).display === 'inline';
        const isLarge = width >= least && height >= least;
        if (isHidden || isInText || isLarge) return [];
        const name = target.getAttribute('aria-label') ?? target.textContent;
        return [`${target.tagName} "${name}" is ${Math.round(width)} x ${Math.round(height)}`];
      });
    }, side);
  }

  /** Lists buttons whose text is cut off, and links, buttons and fields that stand out of their card. */
  cutTargets(): Promise<string[]> {
    return this.page.evaluate(() => {
      const isCut = (target: HTMLElement): boolean => {
        const texts = target.matches('button') ? target.querySelectorAll('span') : [];
        if ([...texts].some((text) => text.scrollWidth > text.clientWidth + 1)) return true;
        const card = target.closest('section');
        // What is wider than its table or list is scrolled to.
        for (
          let box = target.parentElement;
          box !== null && box !== card;
          box = box.parentElement
        ) {
          if (box.scrollWidth > box.clientWidth && getComputedStyle(box).overflowX === 'auto')
            return false;
        }
        const { right } = (card ?? document.documentElement).getBoundingClientRect();
        return target.checkVisibility() && target.getBoundingClientRect().right > right + 1;
      };
      const targets = document.querySelectorAll<HTMLElement>('main :is(a, button, input, select)');
      return [...targets]
        .filter(isCut)
        .map((target) => target.getAttribute('aria-label') ?? target.outerHTML.slice(0, 200));
    });
  }

  /** Returns by how many pixels the page is wider than the screen. */
  overflow(): Promise<number> {
    return this.page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
  }
}

/** Mantine's dialogs are outside the landmarks, and repeat their header. */
const RULES_OFF = {
  region: { enabled: false },
  'landmark-unique': { enabled: false },
  'landmark-no-duplicate-banner': { enabled: false },
};

let source: Promise<string> | null = null;
function axeSource(): Promise<string> {
  source ??= readFile('node_modules/axe-core/axe.min.js', 'utf8');
  return source;
}
