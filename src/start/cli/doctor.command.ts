import { DataSource } from 'typeorm';
import { Readers } from '../../platform/database/reader/readers.js';
import {
  checkDatabase,
  checkService,
  checkSettings,
  PRODUCTION_CHECKS,
  sentenceOf,
  stopsStart,
  type Checked,
} from '../production/checks.js';
import { checkReaders } from '../production/readers-check.js';
import { environmentSettings } from '../foundation.js';
import { failureLines, CommandFailure } from './command-failure.js';
import { READ_ONLY, withApp } from './with-app.js';

/**
 * Prints misspelled settings, and all checks of a start in production with their remedies. Outside of production they are the same, but stop nothing.
 *
 * @throws CommandFailure if a start in production would be refused
 */
export async function examineInstallation(): Promise<void> {
  const read = environmentSettings((line) => process.stdout.write(`warning   ${line}\n`));
  const checks = [...checkSettings(read), ...(await checkService(read))];
  let problem: string | null = null;
  try {
    const stored = await withApp(
      async ({ app, settings }) => [
        ...(await checkDatabase(settings, app.get(DataSource))),
        await checkReaders(app.get(Readers)),
      ],
      READ_ONLY,
    );
    checks.push(...stored);
  } catch (error) {
    problem = failureLines(error).join('; ');
  }
  for (const { name } of PRODUCTION_CHECKS) process.stdout.write(`${lineOf(name, checks)}\n`);
  if (problem !== null) throw new CommandFailure([problem]);
  const stopping = new Set(checks.filter(stopsStart).map(({ name }) => name));
  if (stopping.size === 0) return;
  throw new CommandFailure([
    read.isProduction
      ? `A start is refused by: ${[...stopping].join(', ')}`
      : `A start with NODE_ENV=production would be refused by: ${[...stopping].join(', ')}`,
  ]);
}

/** Writes the line of a check, with its most serious finding. */
function lineOf(name: string, checks: readonly Checked[]): string {
  const found = checks.filter((check) => check.name === name);
  const worst =
    found.find(stopsStart) ?? found.find(({ finding }) => finding !== null) ?? found.at(0);
  if (worst === undefined) return `unknown   ${name}: not checked, for the reason at the end`;
  if (worst.finding === null) return `ok        ${name}`;
  if (worst.finding.kind === 'warning') return `warning   ${sentenceOf(worst)}`;
  return `${worst.isAllowed ? 'allowed ' : 'refused '}  ${sentenceOf(worst)}`;
}
