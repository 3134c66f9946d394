import type { Visit } from './chromium.js';
import { hostile } from './data/hostile-data.js';
import {
  expectNone,
  expectNothingToComplainAbout,
  expectRightAtDesk,
  expectRightOnPhone,
  onBothScreens,
} from './page-checks.js';

/** A page, the fields whose hostile texts it shows, and the beginnings of the buttons that open its dialogs. */
export type Page = string | readonly [path: string, fields: string, ...dialogs: string[]];

/** Fields that widen tables, which are scrolled to then. The pages are also opened without these texts. */
const OF_WIDE_TABLES = /\b(plan|variation|tracking)\b/;

/** Words of programs: people named by numbers, keys of variations, codes of statuses, and names of fields. */
const OF_PROGRAMS =
  /user \d+|\bThing\b|awaiting_payment|partially_shipped|\|[^|\n]+:|chain witnessed|balance minor/g;

export const wordsOfPrograms = (text: string): string[] => text.match(OF_PROGRAMS) ?? [];

export const tabsOf = (path: string, tabs: readonly (string | undefined)[]): string[] =>
  tabs.map((tab) => (tab === undefined ? path : `${path}?tab=${tab}`));

/**
 * Opens pages one after the other as a desk and as a phone.
 *
 * @param isSeen true if axe and the sizes of targets were checked there with other data: their rules are about elements, not texts
 */
export async function expectPages(
  visit: Visit,
  pages: readonly Page[],
  isSeen = false,
): Promise<void> {
  for (const page of pages) {
    const [path, fields = '', ...dialogs] = typeof page === 'string' ? [page] : page;
    await open(visit, path);
    await onBothScreens(
      visit,
      async () => {
        await expectTextsAndTables(visit, fields);
        if (!isSeen) await expectRightAtDesk(visit);
      },
      async () => {
        expectNone(visit, await misfits(visit));
        if (!isSeen) await expectRightOnPhone(visit);
      },
    );
    for (const dialog of dialogs) await expectDialogToBeRight(visit, dialog);
  }
}

/** Opens a page with all that is folded. */
async function open(visit: Visit, path: string): Promise<void> {
  await visit.goTo(`/dashboard/${path}`);
  await visit.page.waitForFunction(() => document.querySelector('[aria-label="Loading"]') === null);
  await visit.page.evaluate(() => {
    for (const folded of document.querySelectorAll('details')) folded.open = true;
  });
}

/** Expects that hostile texts are shown as texts, not as elements or by a script, that no word is one of programs, and that nothing is cut. */
async function expectTextsAndTables(visit: Visit, fields = ''): Promise<void> {
  const { page } = visit;
  for (const field of fields.split(' ').filter(Boolean)) {
    await page.getByText(hostile(field)).first().waitFor();
  }
  expect([page.url(), await page.locator('[onerror]').count()]).toEqual([page.url(), 0]);
  expectNone(visit, wordsOfPrograms(await page.locator('body').innerText()));
  if (!OF_WIDE_TABLES.test(fields)) expectNone(visit, await cutTables(visit));
  expectNone(visit, await misfits(visit));
}

/** Opens a dialog of the page by its button, checks it, and closes it. */
async function expectDialogToBeRight(visit: Visit, button: string): Promise<void> {
  await visit.page.getByRole('button', { name: button }).first().click();
  await visit.page.getByRole('dialog').waitFor();
  await expectNothingToComplainAbout(visit, '[role="dialog"]');
  await visit.page.keyboard.press('Escape');
  await visit.page.getByRole('dialog').waitFor({ state: 'hidden' });
}

/** Lists what is cut or wrapped on a page: its overflow, order numbers of several lines, and cut amounts. */
function misfits({ page }: Visit): Promise<string[]> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    const numbers = [...document.querySelectorAll<HTMLElement>('a, td .mono')].filter(
      (element) =>
        /^WO-[0-9A-Z]{10}$/.test(element.innerText) && element.getClientRects().length > 1,
    );
    const amounts = [...document.querySelectorAll<HTMLElement>('.number, button')].filter(
      (element) =>
        element.innerText.includes('₹') &&
        element.scrollWidth > element.clientWidth + 1 &&
        element.clientWidth > 0,
    );
    return [
      ...(scrollWidth > clientWidth ? [`${scrollWidth - clientWidth} px too wide`] : []),
      ...numbers.map(({ innerText }) => `wrapped: ${innerText}`),
      ...amounts.map(({ innerText }) => `cut: ${innerText}`),
    ];
  });
}

/** Lists the tables that are wider than the cards or the page in which they stand, by their names. */
function cutTables({ page }: Visit): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('main table')]
      .filter(({ parentElement: box }) => box!.scrollWidth > box!.clientWidth)
      .map((table) => table.querySelector('caption')?.textContent ?? 'table'),
  );
}
