import { commandLine } from './command-line.js';

// A reader such as `head` may end first. The command goes on, so that no change is left half done.
for (const output of [process.stdout, process.stderr]) {
  output.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
}

try {
  await commandLine().parseAsync();
} catch (error) {
  const { failureLines } = await import('./start/cli/command-failure.js');
  process.stderr.write(`${failureLines(error).join('\n')}\n`);
  process.exit(1);
}
