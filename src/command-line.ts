import { Command } from 'commander';
import { DATA_PARTS } from './schema/data-faults.js';

/** Makes the command line. Each command loads what it needs when it runs, so that help is shown at once. */
export function commandLine(): Command {
  const program = new Command('npm run cli --').description(
    'Works on the database of the service, by the same rules, whether the service runs or not. Results for scripts go to standard output.',
  );
  for (const add of [addCatalog, addAccess, addDatabase, addOthers]) add(program);
  return program;
}

function addCatalog(program: Command): void {
  program
    .command('import')
    .description('add and change products by SKU from a CSV file, all or nothing')
    .argument('<file.csv>')
    .option('--dry-run', 'find out what it would do, and store nothing', false)
    .action(async (path: string, { dryRun }: { dryRun: boolean }) =>
      (await import('./start/cli/catalog.commands.js')).importFile(path, dryRun),
    );
  program
    .command('export')
    .description('write the whole catalog to a CSV file; importing it unchanged has no effect')
    .argument('<file.csv>')
    .option('--costs', 'with the column `cost`: what the wholesaler pays', false)
    .action(async (path: string, { costs }: { costs: boolean }) =>
      (await import('./start/cli/catalog.commands.js')).exportFile(path, costs),
    );
}

function addAccess(program: Command): void {
  program
    .command('client:create')
    .description('add a client; prints its id')
    .requiredOption('--name <name>', "the company's name")
    .requiredOption('--email <address>', 'its e-mail address')
    .option('--plan <code>', 'the plan it subscribes to, from now on')
    .option('--status <status>', 'of the subscription; left out: active')
    .action(async (options: { name: string; email: string; plan?: string; status?: string }) =>
      (await import('./start/cli/client.commands.js')).createClient(options),
    );
  program
    .command('token:create')
    .description("make an API token for a client's domain; prints it, this once")
    .requiredOption('--client <id>', "the client's id")
    .requiredOption('--domain <domain>', 'with or without https:// and www.')
    .option(
      '--expires-at <timestamp>',
      'such as 2027-01-31T18:30:00Z; left out: it does not expire',
    )
    .option('--test', 'a test token: nothing that is ordered with it is charged or shipped')
    .action(async (options: { client: string; domain: string; expiresAt?: string; test?: true }) =>
      (await import('./start/cli/client.commands.js')).createToken(options),
    );
  program
    .command('token:revoke')
    .description('revoke an API token at once')
    .argument('<id>', "the token's id")
    .action(async (id: string) => (await import('./start/cli/client.commands.js')).revokeToken(id));
  program
    .command('user:create')
    .description('invite an operator; prints a link that works once, within 24 hours')
    .requiredOption('--email <address>', 'with which the operator will sign in')
    .requiredOption('--role <role...>', 'owner, catalog, warehouse, finance, support')
    .action(async (options: { email: string; role: string[] }) =>
      (await import('./start/cli/user.commands.js')).createUser(options),
    );
  program
    .command('secrets:rotate')
    .description(
      'encrypt the secrets of one-time codes and of couriers with SECRETS_KEY; SECRETS_KEY_PREVIOUS is the key before',
    )
    .action(async () => (await import('./start/cli/secrets.commands.js')).rotateSecrets());
}

function addDatabase(program: Command): void {
  program
    .command('schema:migrate')
    .description('bring the schema up to date, where the service runs with MIGRATE=false')
    .action(async () => (await import('./start/cli/schema.commands.js')).updateSchema());
  program
    .command('schema:revert')
    .description('undo the newest migration of the database, before going back to an older version')
    .action(async () => (await import('./start/cli/schema.commands.js')).revertMigration());
  program
    .command('doctor')
    .description(
      'check everything that a start in production requires, and print what to do; changes nothing',
    )
    .action(async () => (await import('./start/cli/doctor.command.js')).examineInstallation());
  program
    .command('documents:release')
    .description(
      'end the hold of documents after a restore; cancels the numbers up to the given ones',
    )
    .argument('[number...]', 'the last printed number of each series, such as WS-2627-000123')
    .option('--none-missing', 'no printed number is missing', false)
    .action(async (numbers: string[], { noneMissing }: { noneMissing: boolean }) =>
      (await import('./start/cli/documents.command.js')).releaseDocuments(numbers, noneMissing),
    );
  program
    .command('status')
    .description(
      'list when each periodic job last succeeded and failed; exits with 1 if one is late',
    )
    .action(async () => (await import('./start/cli/status.command.js')).printStatus());
  program
    .command('verify')
    .description(`check every rule of all stored data (${DATA_PARTS.join(', ')}); changes nothing`)
    .option(
      '--reader',
      'on a standby of DATABASE_READER_URL, which the service does not notice',
      false,
    )
    .action(async (options: { reader: boolean }) =>
      (await import('./start/cli/verify.commands.js')).verifyData(options),
    );
  program
    .command('ledger:verify')
    .description('check every rule of the ledger on all stored data')
    .option(
      '--reader',
      'on a standby of DATABASE_READER_URL, which the service does not notice',
      false,
    )
    .action(async (options: { reader: boolean }) =>
      (await import('./start/cli/verify.commands.js')).verifyLedger(options),
    );
}

function addOthers(program: Command): void {
  program
    .command('archive')
    .description(
      'move orders that were closed before a day into gzip files of JSON lines; prints the path of each file',
    )
    .requiredOption('--before <day>', 'such as 2026-01-31, at least 90 days ago')
    .requiredOption('--to <folder>', 'where the files go; one for each database')
    .option('--dry-run', 'count the orders, and change nothing', false)
    .action(async (options: { before: string; to: string; dryRun: boolean }) =>
      (await import('./start/cli/archive.command.js')).archiveOrders(options),
    );
  program
    .command('archive:verify')
    .description('compare the files of archived orders with their checksums in the database')
    .requiredOption('--in <folder>', 'where the files are')
    .action(async (options: { in: string }) =>
      (await import('./start/cli/archive.command.js')).verifyArchive(options.in),
    );
  program
    .command('demo')
    .description('fill an empty database with the demo; demo.json in DATA_DIR has its tokens')
    .action(async () => (await import('./start/cli/demo.command.js')).fillDemo());
}
