import type { Visit } from './chromium.js';

/** Contrast depends on the scheme, sizes and layout on the width: two screens show each of them. */
export const SCREENS = [
  { width: 360, scheme: 'light' },
  { width: 1280, scheme: 'dark' },
] as const;

/** Fails where axe, the size of a target, or the page itself complains. */
export async function expectNothingToComplainAbout(visit: Visit, width: number): Promise<void> {
  const path = new URL(visit.page.url()).pathname;
  expect([path, await visit.accessibilityFindings()]).toEqual([path, []]);
  expect([path, await visit.smallTargets(width < 600 ? 44 : 24)]).toEqual([path, []]);
  expect([path, visit.complaints]).toEqual([path, []]);
}

/** Opens a dialog with a button of a page; fails as {@link expectNothingToComplainAbout}. */
export async function expectDialogToBeRight(
  visit: Visit,
  width: number,
  path: string,
  button: string,
): Promise<void> {
  await visit.goTo(`/dashboard/${path}`);
  await visit.page.getByRole('button', { name: button }).first().click();
  await visit.page.getByRole('dialog').waitFor();
  await expectNothingToComplainAbout(visit, width);
}
