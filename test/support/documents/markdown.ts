import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface CodeBlock {
  language: string;
  text: string;
  /** Reason in the comment above the block why the tests do not run it; null without that comment. */
  notRun: string | null;
  /** Test in the comment above the block that runs it; null without that comment. */
  runBy: string | null;
}

const FOLDERS = ['bench', 'clients', 'deploy', 'docs', 'examples'];
const BLOCK = /(?:<!-- (not run|run by): (.+?) -->\n\n)?^```(.*)\n([\s\S]*?)^```$/gm;

export async function markdownPages(): Promise<string[]> {
  const below = await Promise.all(
    FOLDERS.map(async (folder) => {
      const names = await readdir(folder, { recursive: true });
      return names.map((name) => join(folder, name));
    }),
  );
  return [...(await readdir('.')), ...below.flat()]
    .filter((path) => path.endsWith('.md') && !path.includes('node_modules'))
    .sort();
}

export function codeBlocks(markdown: string): CodeBlock[] {
  return [...markdown.matchAll(BLOCK)].map(([, marker, note = '', language = '', text = '']) => ({
    language,
    text,
    notRun: marker === 'not run' ? note : null,
    runBy: marker === 'run by' ? note : null,
  }));
}

export async function codeBlocksOf(page: string): Promise<CodeBlock[]> {
  return codeBlocks(await readFile(page, 'utf8'));
}

/** Collects the anchors of a page: those of its headings, and those of elements with an id. */
export function anchorsOf(markdown: string): string[] {
  const prose = markdown.replaceAll(/^ *```[\s\S]*?^ *```$/gm, '');
  const headings = [...prose.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replaceAll(/[^\w -]/g, '')
      .replaceAll(' ', '-'),
  );
  return [...headings, ...[...prose.matchAll(/ id="([\w-]+)"/g)].map(([, id = '']) => id)];
}

const NEW_ORDER_ID = /`SHOP-\$\{randomUUID\(\)\}`|f"SHOP-\{uuid\.uuid4\(\)\}"|uniqid\('SHOP-'\)/;

interface Filling {
  baseUrl: string;
  token: string;
  domain: string;
  /** The id of the order that the program places; by default the program makes it. */
  orderId?: string | undefined;
  /** The number of the order that the program reads. */
  orderNumber?: string;
}

/** Makes the program of a page of the documentation in a language, as its reader fills it in. */
export async function programOfDocs(
  name: 'start' | 'updates',
  language: 'ts' | 'py' | 'php',
  { baseUrl, token, domain, orderId, orderNumber = '' }: Filling,
): Promise<string> {
  const page = await (await fetch(`${baseUrl}/docs/${name}.md`)).text();
  const [block, ...others] = codeBlocks(page).filter((one) => one.language === language);
  if (block === undefined || others.length > 0) throw new Error(`not one program in ${language}`);
  return block.text
    .replace(NEW_ORDER_ID, (made) => (orderId === undefined ? made : `'${orderId}'`))
    .replace('wso_your_token', token)
    .replace('your-store.example', domain)
    .replace('WO-7K3M9QX2TB', orderNumber);
}
