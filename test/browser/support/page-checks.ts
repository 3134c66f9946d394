import type { Visit } from './chromium.js';

export const PHONE = { width: 360, scheme: 'light' } as const;
export const DESK = { width: 1280, scheme: 'dark' } as const;

/**
 * Fails where axe, the size of a target, the page's width, or the page itself complains on a phone in the light scheme and at a desk in the
 * dark one: contrast depends on the scheme, sizes on the width, and the other rules of axe on neither.
 */
export async function expectNothingToComplainAbout(visit: Visit): Promise<void> {
  const path = new URL(visit.page.url()).pathname;
  await visit.resize(DESK);
  const contrast = await visit.accessibilityFindings({ runOnly: ['color-contrast'] });
  expect([path, DESK, contrast]).toEqual([path, DESK, []]);
  expect([path, DESK, await visit.smallTargets(24)]).toEqual([path, DESK, []]);
  await visit.resize(PHONE);
  expect([path, PHONE, await visit.accessibilityFindings()]).toEqual([path, PHONE, []]);
  expect([path, PHONE, await visit.smallTargets(44)]).toEqual([path, PHONE, []]);
  expect([path, PHONE, await visit.overflow()]).toEqual([path, PHONE, 0]);
  expect([path, visit.complaints]).toEqual([path, []]);
}

/** Opens a dialog with a button of a page; fails as {@link expectNothingToComplainAbout}. */
export async function expectDialogToBeRight(
  visit: Visit,
  path: string,
  button: string,
): Promise<void> {
  await visit.goTo(`/dashboard/${path}`);
  await visit.page.getByRole('button', { name: button }).first().click();
  await visit.page.getByRole('dialog').waitFor();
  await expectNothingToComplainAbout(visit);
}
