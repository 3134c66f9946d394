import type { Visit } from './chromium.js';

export const PHONE = { width: 360, scheme: 'light' } as const;
export const DESK = { width: 1280, scheme: 'dark' } as const;

/** Rules whose findings depend on the color scheme, or on the width: a phone shows tables as cards, and another frame. */
const OF_DESKS = ['color-contrast', 'scrollable-region-focusable'];

type Check = () => Promise<void>;

/**
 * Fails if axe, the size of a target, the page's width or the page itself complains.
 * - checks a phone in the light scheme and a desk in the dark one: contrast depends on the scheme, and sizes on the width
 */
export async function expectNothingToComplainAbout(visit: Visit, within?: string): Promise<void> {
  await onBothScreens(
    visit,
    () => expectRightAtDesk(visit, within),
    () => expectRightOnPhone(visit, within),
  );
}

/** Begins with the page's current screen, because a page needs as much time for another screen as for its first. */
export async function onBothScreens(visit: Visit, atDesk: Check, onPhone: Check): Promise<void> {
  const isOnPhone = visit.page.viewportSize()?.width === PHONE.width;
  const screens = [
    { screen: DESK, check: atDesk },
    { screen: PHONE, check: onPhone },
  ];
  for (const { screen, check } of isOnPhone ? screens.toReversed() : screens) {
    await visit.resize(screen);
    await check();
  }
  expectNone(visit, visit.complaints);
}

export async function expectRightAtDesk(visit: Visit, within?: string): Promise<void> {
  // Dialogs are outside the landmarks.
  const runOnly = [...(within === undefined ? ['region'] : []), ...OF_DESKS];
  expectNone(visit, await visit.accessibilityFindings({ runOnly }, within));
  expectNone(visit, await visit.smallTargets(24));
}

export async function expectRightOnPhone(visit: Visit, within?: string): Promise<void> {
  expectNone(visit, await visit.accessibilityFindings(undefined, within));
  expectNone(visit, await visit.smallTargets(44));
  expectNone(visit, await visit.cutTargets());
  const overflow = await visit.overflow();
  expectNone(visit, overflow === 0 ? [] : [`${overflow} px too wide`]);
}

/** Expects that a page or dialog has no finding on the current screen. */
export function expectNone({ page }: Visit, findings: readonly string[]): void {
  const where = [page.url(), page.viewportSize()?.width];
  expect([...where, findings]).toEqual([...where, []]);
}
