import { spawnSync } from 'node:child_process';
import { cp, mkdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { scratchFolder } from './processes/run.js';

const root = join(import.meta.dirname, '../..');
const CONFIGURATION = [
  '.oxlintrc.json',
  'package.json',
  'tsconfig.json',
  'web/tsconfig.json',
  'scripts/checks',
];

export interface Complaint {
  file: string;
  /** Name of the rule, without `eslint/`. */
  rule: string;
  message: string;
}

interface Diagnostic {
  message: string;
  /** Such as `eslint(no-console)`. */
  code: string;
  filename: string;
}

/** Lints a checkout that contains only the project's configuration and the given texts, by path. */
export async function complaints(files: ReadonlyMap<string, string>): Promise<Complaint[]> {
  const checkout = await scratchFolder();
  for (const path of CONFIGURATION) {
    await cp(join(root, path), join(checkout, path), { recursive: true });
  }
  await symlink(join(root, 'node_modules'), join(checkout, 'node_modules'));
  for (const [path, text] of files) {
    await mkdir(dirname(join(checkout, path)), { recursive: true });
    await writeFile(join(checkout, path), text);
  }
  const { diagnostics } = JSON.parse(oxlint(checkout)) as { diagnostics: Diagnostic[] };
  return diagnostics.map(toComplaint);
}

function toComplaint({ message, code, filename }: Diagnostic): Complaint {
  const [, plugin, rule] = /^(.+)\((.+)\)$/.exec(code) ?? [];
  return { file: filename, rule: plugin === 'eslint' ? rule! : `${plugin}/${rule}`, message };
}

/** Reads the linter's report as JSON. */
function oxlint(checkout: string): string {
  const program = join(checkout, 'node_modules/oxlint/bin/oxlint');
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [program, '--format', 'json', '--disable-nested-config', 'src', 'test', 'web'],
    { cwd: checkout, encoding: 'utf8', maxBuffer: 2 ** 26 },
  );
  if (!stdout.startsWith('{')) throw new Error(`No report of oxlint: ${stdout}${stderr}`);
  return stdout;
}
