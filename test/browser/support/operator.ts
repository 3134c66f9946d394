import { readFile } from 'node:fs/promises';
import { pagesOf } from '../../support/tax/read-pdf.js';
import type { Chromium, Visit } from './chromium.js';

export interface PrintOut {
  text: string;
  pages: number;
}

/**
 * One of the wholesaler's staff at the dashboard. Counts every pressed button, every Enter and every file.
 * - opening pages, ticking rows and typing do not count
 */
export class Operator {
  private constructor(
    private readonly visit: Visit,
    private readonly actions: string[],
  ) {}

  /** @param actions what operators did, to be added to */
  static async signIn(
    browser: Chromium,
    user: Parameters<Visit['signIn']>[0],
    actions: string[],
  ): Promise<Operator> {
    const visit = await browser.open();
    await visit.signIn(user);
    return new Operator(visit, actions);
  }

  get page(): Visit['page'] {
    return this.visit.page;
  }

  /** Opens a page of the office. */
  async goTo(path: string): Promise<void> {
    await this.visit.goTo(`/dashboard/office/${path}`);
  }

  async press(name: string | RegExp, where: 'page' | 'dialog' = 'page'): Promise<void> {
    this.actions.push(String(name));
    const scope = where === 'dialog' ? this.page.getByRole('dialog') : this.page;
    await scope.getByRole('button', { name, exact: true }).click();
  }

  /** Presses Enter where the focus is. */
  async enter(what: string): Promise<void> {
    this.actions.push(what);
    await this.page.keyboard.press('Enter');
  }

  async upload(content: string | Buffer, name = 'courier.csv'): Promise<void> {
    this.actions.push('upload');
    const file = { name, mimeType: 'application/octet-stream', buffer: Buffer.from(content) };
    await this.page.locator('input[type=file]').setInputFiles(file);
  }

  /** Follows a link to a PDF, and reads it. */
  async printed(name: string | RegExp): Promise<PrintOut> {
    this.actions.push(String(name));
    const link = this.page.getByRole('link', { name, exact: true });
    const answer = await this.page.request.get((await link.getAttribute('href'))!);
    const pages = await pagesOf(await answer.body());
    return { text: pages.join('\n'), pages: pages.length };
  }

  accessibilityFindings(): Promise<string[]> {
    return this.visit.accessibilityFindings();
  }

  async downloaded(name: string): Promise<string> {
    const download = this.page.waitForEvent('download');
    await this.page.getByRole('link', { name }).click();
    return readFile(await (await download).path(), 'utf8');
  }
}
