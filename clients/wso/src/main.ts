#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { Command, InvalidArgumentError, Option } from 'commander';
import { storeOf, type Credentials } from './credentials.js';
import type { Database } from './database/database.js';
import { openDatabase } from './database/open-database.js';
import { diagnose, diagnoseListener, diagnoseMirror, type Finding } from './doctor.js';
import { targetOf, type TargetOptions } from './event-target.js';
import { listen } from './listen.js';
import { mirror } from './mirror/mirror.js';
import { verify } from './mirror/verify.js';
import { endWithReader, log, print, shown } from './output.js';
import { TEST_EVENTS, trigger } from './trigger.js';
import { messageOf, UsageError } from './errors.js';

/** SKUs or order numbers that are printed of a comparison. */
const SHOWN = 10;
const SECONDS: Partial<Record<string, number>> = { s: 1, m: 60, h: 3_600 };

interface MirrorArguments extends Credentials {
  to: string;
  once?: boolean;
  category: string[];
  brand: string[];
  sku: string[];
  skuFile?: string;
  every?: number;
}

interface ListenArguments extends Credentials, Omit<TargetOptions, 'forwardTo'> {
  forwardTo?: string;
  position: string;
  every?: number;
}

interface DoctorArguments extends Credentials {
  to?: string;
  position?: string;
  maxAge?: number;
}

const { version } = JSON.parse(
  readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
) as { version: string };

const program = new Command('wso')
  .description(
    'Mirrors a wholesaler’s catalog and your orders, places orders, and forwards changes.',
  )
  .version(version);

function command(name: string, description: string): Command {
  return program
    .command(name)
    .description(description)
    .addOption(new Option('--url <url>', 'base URL of the service, without /api').env('STORE_URL'))
    .addOption(new Option('--domain <domain>', 'domain of the token').env('STORE_DOMAIN'))
    .addHelpText('after', '\nThe API token is read from STORE_TOKEN.');
}

function database(isNeeded: boolean): Option {
  const option = new Option('--to <url>', 'postgres://… or mysql://…').env('MIRROR_URL');
  return isNeeded ? option.makeOptionMandatory() : option;
}

const every = (): Option =>
  new Option(
    '--every <seconds>',
    'pause between requests; by default as the service asks',
  ).argParser(secondsOf);

command('mirror', 'Keep tables in your database equal to the catalog and your orders.')
  .addOption(database(true))
  .option('--once', 'end when everything is up to date, for cron')
  .option('--category <name...>', 'only products of these categories', [])
  .option('--brand <name...>', 'only products of these brands', [])
  .option('--sku <sku...>', 'only these products', [])
  .option('--sku-file <path>', 'only the products in a file, one SKU in each line')
  .addOption(every())
  .action(async ({ to, once, category, brand, sku, skuFile, every, ...rest }: MirrorArguments) => {
    const fromFile = skuFile === undefined ? [] : await linesOf(skuFile);
    const selection = { categories: category, brands: brand, skus: [...sku, ...fromFile] };
    const options = { selection, isOnce: once ?? false, everySeconds: every ?? null };
    await withDatabase(to, (opened) => mirror(storeOf(rest), opened, options));
  });

command('verify', 'Compare the tables with the service, and change nothing.')
  .addOption(database(true))
  .action(async ({ to, ...rest }: Credentials & { to: string }) => {
    await withDatabase(to, async (opened) => {
      for (const { feed, compared, waiting, different } of await verify(storeOf(rest), opened)) {
        print(
          `${feed}: ${compared} compared, ${waiting} not fetched yet, ${different.length} different`,
        );
        for (const key of different.slice(0, SHOWN)) print(`  ${key}`);
        if (different.length > 0) process.exitCode = 1;
      }
    });
  });

command('listen', 'Print every change, and forward it to an address.')
  .option('--forward-to <url>', 'address that receives each change as a POST')
  .option('--header <header...>', "header of each POST, such as 'X-Shop: 7'", [])
  .addOption(
    new Option(
      '--secret-file <path>',
      'file with one or two secrets that sign each POST',
    ).conflicts('secret'),
  )
  .addOption(
    new Option('--secret <secret...>', 'the secrets themselves, which others see').env(
      'WSO_LISTEN_SECRET',
    ),
  )
  .option('--position <path>', 'file that keeps the position', 'wso-listen.json')
  .addOption(every())
  .action(async ({ forwardTo, ...options }: ListenArguments, command: Command) => {
    if (command.getOptionValueSource('secret') === 'cli') {
      log('others see --secret in the list of processes: use WSO_LISTEN_SECRET or --secret-file');
    }
    await listen(storeOf(options), {
      target: forwardTo === undefined ? null : await targetOf({ ...options, forwardTo }),
      positionFile: options.position,
      everySeconds: options.every ?? null,
    });
  });

command('trigger', 'Place a test order that reaches an event, and wait for it.')
  .argument('<event>', TEST_EVENTS.join(', '))
  .addOption(every())
  .action(async (event: string, options: Credentials & { every?: number }) => {
    await trigger(storeOf(options), event, options.every ?? null);
  });

command('doctor', 'Check the URL, the token, the domain, the subscription and the clock.')
  .addOption(database(false))
  .option('--position <path>', 'also check the position file of wso listen')
  .addOption(
    new Option(
      '--max-age <age>',
      'fail where a feed was last read longer ago, such as 90s, 10m or 2h',
    ).argParser(ageOf),
  )
  .action(async ({ to, position, maxAge = Infinity, ...rest }: DoctorArguments) => {
    if (maxAge < Infinity && to === undefined && position === undefined) {
      throw new UsageError('--max-age needs --to or --position');
    }
    const store = storeOf(rest);
    const { findings, account } = await diagnose(store, rest.url ?? '');
    report(findings);
    if (to !== undefined) {
      await withDatabase(to, async (opened) =>
        report(await diagnoseMirror(account, opened, maxAge)),
      );
    }
    if (position !== undefined) report(await diagnoseListener(position, maxAge));
  });

function report(findings: readonly Finding[]): void {
  for (const { isWrong, text } of findings) print(`${isWrong ? '✗' : '✓'} ${text}`);
  if (findings.some(({ isWrong }) => isWrong)) process.exitCode = 1;
}

async function withDatabase(url: string, work: (opened: Database) => Promise<void>): Promise<void> {
  const opened = await openDatabase(url);
  try {
    await work(opened);
  } finally {
    await opened.close();
  }
}

async function linesOf(path: string): Promise<string[]> {
  const text = await readFile(path, 'utf8');
  return text.split(/\r?\n/).filter((line) => line !== '');
}

function secondsOf(text: string): number {
  const seconds = Number(text);
  if (!(seconds > 0)) throw new InvalidArgumentError('Expected a number of seconds above 0.');
  return seconds;
}

/** Reads an age in seconds. */
function ageOf(text: string): number {
  const [, count, unit = ''] = /^(\d+)([smh])$/.exec(text) ?? [];
  const seconds = Number(count) * (SECONDS[unit] ?? 1);
  if (!(seconds > 0)) throw new InvalidArgumentError('Expected an age such as 90s, 10m or 2h.');
  return seconds;
}

endWithReader();
try {
  await program.parseAsync();
} catch (error) {
  process.stderr.write(`wso: ${shown(messageOf(error))}\n`);
  process.exitCode = 1;
}
