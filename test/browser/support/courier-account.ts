import type { GivenUser } from '../../support/shop/people.js';
import { app, openAs } from './suite.js';

const TAB = '/dashboard/office/shipping?tab=couriers';
const TOKEN = 'token-of-the-sandbox-4711';

/** Sets up what shipments are booked with, as an owner does on the first day. */
export async function setsUpCourier(operator: GivenUser): Promise<void> {
  const visit = await openAs(operator, TAB);
  const { page } = visit;
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  await press('Add account');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Courier', { exact: true }).selectOption('sandbox');
  await dialog.getByLabel('Name', { exact: true }).fill('Try-out');
  await dialog.getByLabel('Environment').selectOption('staging');
  await dialog.getByLabel('Token').fill(TOKEN);
  await dialog.getByRole('button', { name: 'Add account' }).click();
  await page.getByText('The secret of Try-out’s updates').waitFor();
  await press('I have stored it');
  await page.getByText('Not used yet: it needs a check that passes and a pick-up place').waitFor();
  expect(await page.getByRole('term').allInnerTexts()).toContain('Added');
  await press('Check Try-out');
  await page.getByText('The courier accepts the keys.').waitFor();
  await press('Use Try-out for bookings');
  await dialog.getByRole('button', { name: 'Use for bookings' }).click();
  await page.getByText('Used for bookings', { exact: true }).waitFor();
  await page.getByText('Token: …4711').waitFor();
  const [account] = await app.sql<{ pickup: string; active: boolean }>`
    SELECT pickup_name AS pickup, is_active AS active FROM courier_accounts`;
  expect(account).toEqual({ pickup: 'Sandbox warehouse', active: true });

  const boxes = page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'Boxes' }) });
  const fill = (label: string, value: string) => boxes.getByLabel(label).first().fill(value);
  await fill('Name', 'Medium carton');
  await fill('Length, cm', '30.5');
  await fill('Breadth, cm', '20');
  await fill('Height, cm', '12.3');
  await fill('Empty, g', '180');
  await fill('Holds, kg', '4.5');
  await press('Save boxes');
  await page.getByText('The boxes were saved.').waitFor();
  const [box] = await app.sql`
    SELECT length_mm, breadth_mm, height_mm, empty_grams, max_grams FROM box_presets`;
  expect(Object.values(box as object)).toEqual([305, 200, 123, 180, 4_500]);

  await page.getByLabel('Account', { exact: true }).selectOption('Try-out');
  await page.getByLabel('Weight of a unit').fill('250');
  await page.getByLabel('Ask for the day').fill('16:30');
  await press('Save rules');
  await page.getByText('The rules were saved.').waitFor();
  await visit.load(TAB);
  await page.getByText('Token: …4711').waitFor();
  expect(await page.getByLabel('Weight of a unit').inputValue()).toBe('250');
  expect(await page.content()).not.toContain(TOKEN);
  const stored = await page.evaluate(() => JSON.stringify({ ...sessionStorage }));
  expect(stored).not.toContain(TOKEN);
}
