import type { Visit } from './chromium.js';

export const PHONE = { width: 360, scheme: 'light' } as const;
export const DESK = { width: 1280, scheme: 'dark' } as const;

/** Rules whose findings depend on the color scheme, or on the width: a phone shows tables as cards, and another frame. */
const OF_DESKS = ['color-contrast', 'scrollable-region-focusable'];

/**
 * Fails if axe, the size of a target, the page's width or the page itself complains.
 * - checks a phone in the light scheme and a desk in the dark one: contrast depends on the scheme, and sizes on the width
 * - begins with the page's current screen, because a page needs as much time for another screen as for its first
 */
export async function expectNothingToComplainAbout(visit: Visit, within?: string): Promise<void> {
  const path = new URL(visit.page.url()).pathname;
  const isOnPhone = visit.page.viewportSize()?.width === PHONE.width;
  const checks = [atDesk, onPhone];
  for (const check of isOnPhone ? checks.toReversed() : checks) await check(visit, path, within);
  expect([path, visit.complaints]).toEqual([path, []]);
}

async function atDesk(visit: Visit, path: string, within?: string): Promise<void> {
  await visit.resize(DESK);
  // Dialogs are outside the landmarks.
  const runOnly = [...(within === undefined ? ['region'] : []), ...OF_DESKS];
  const findings = await visit.accessibilityFindings({ runOnly }, within);
  expect([path, DESK, findings]).toEqual([path, DESK, []]);
  expect([path, DESK, await visit.smallTargets(24)]).toEqual([path, DESK, []]);
}

async function onPhone(visit: Visit, path: string, within?: string): Promise<void> {
  await visit.resize(PHONE);
  expect([path, PHONE, await visit.accessibilityFindings(undefined, within)]).toEqual([
    path,
    PHONE,
    [],
  ]);
  expect([path, PHONE, await visit.smallTargets(44)]).toEqual([path, PHONE, []]);
  expect([path, PHONE, await visit.overflow()]).toEqual([path, PHONE, 0]);
  expect([path, PHONE, await visit.cutTargets()]).toEqual([path, PHONE, []]);
}

/** Opens pages of the dashboard, and their dialogs if a button is given. Fails as {@link expectNothingToComplainAbout}. */
export async function expectPagesToBeRight(visit: Visit, pages: Record<string, readonly string[]>) {
  for (const [path, buttons] of Object.entries(pages)) {
    await visit.goTo(`/dashboard/${path}`);
    await expectNothingToComplainAbout(visit);
    for (const button of buttons) await expectDialogToBeRight(visit, button);
  }
}

async function expectDialogToBeRight(visit: Visit, button: string): Promise<void> {
  await visit.page.getByRole('button', { name: button }).first().click();
  await visit.page.getByRole('dialog').waitFor();
  await expectNothingToComplainAbout(visit, '[role="dialog"]');
  await visit.page.keyboard.press('Escape');
  await visit.page.getByRole('dialog').waitFor({ state: 'hidden' });
}
