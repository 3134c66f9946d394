import { Command } from 'commander';
import { addCatalogCommands } from './cli/catalog.commands.js';
import { addClientCommands } from './cli/client.commands.js';
import { failureLines } from './cli/command-failure.js';
import { addDemoCommand } from './cli/demo.command.js';

const program = new Command('npm run cli --').description(
  'Works on the database of the service, beside it or alone, by the same rules.',
);
addCatalogCommands(program);
addClientCommands(program);
addDemoCommand(program);

try {
  await program.parseAsync();
} catch (error) {
  process.stderr.write(`${failureLines(error).join('\n')}\n`);
  process.exit(1);
}
