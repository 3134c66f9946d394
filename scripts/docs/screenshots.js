// Takes the screenshots of the README and of docs/operating-a-shop.md, from a service with the demo data that runs already: `npm start`, then
// `npm run screenshots`. DATA_DIR and PORT are those of the service.
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';

const { DATA_DIR = '.data', PORT = '3000', CHROMIUM = '/usr/bin/chromium' } = process.env;
const FOLDER = 'docs/images';
const SHOTS = [
  { name: 'overview', path: '', kind: 'client', scheme: 'light' },
  { name: 'order', path: 'ORDER', kind: 'client', scheme: 'light' },
  { name: 'api-access-dark', path: '/api-access', kind: 'client', scheme: 'dark' },
  ...[
    { name: 'office-today', path: '/office' },
    { name: 'office-catalog', path: '/office/catalog' },
    { name: 'office-shipping', path: '/office/shipping' },
    { name: 'office-month-end', path: '/office/money?tab=month' },
  ].map((shot) => ({ ...shot, kind: 'operator', scheme: 'light' })),
];

const demo = JSON.parse(readFileSync(join(DATA_DIR, 'demo.json'), 'utf8'));
mkdirSync(FOLDER, { recursive: true });
const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] });
for (const shot of SHOTS) await take(shot);
await browser.close();

async function take({ name, path, kind, scheme }) {
  const context = await browser.newContext({
    baseURL: `http://localhost:${PORT}`,
    viewport: { width: 1280, height: 760 },
    colorScheme: scheme,
    reducedMotion: 'reduce',
  });
  const { email, password } = demo.users.find((user) => user.kind === kind);
  const signedIn = await context.request.post('/dashboard/api/session', {
    data: { email, password },
    headers: { 'sec-fetch-site': 'same-origin' },
  });
  if (!signedIn.ok()) throw new Error(`Signing in as ${email} failed: ${await signedIn.text()}`);
  const page = await context.newPage();
  await page.goto(`/dashboard${path === 'ORDER' ? await orderPath(context) : path}`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.waitForLoadState('networkidle');
  await page.screenshot({ path: join(FOLDER, `${name}.png`) });
  await context.close();
}

async function orderPath(context) {
  const answer = await context.request.get('/dashboard/api/orders?status=awaiting_payment&limit=1');
  const { data } = await answer.json();
  return `/orders/${data[0].order_number}`;
}
