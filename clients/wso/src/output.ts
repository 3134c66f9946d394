/** Status of a program whose output nothing reads any more: 128 and the number of SIGPIPE. */
const BROKEN_PIPE = 141;

/** Ends the program when a reader such as `head` ends, before it reports a position whose lines were not read. */
export function endWithReader(): void {
  for (const output of [process.stdout, process.stderr]) {
    output.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
      process.exit(BROKEN_PIPE);
    });
  }
}

/** Prints a line for the caller. */
export function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Prints a line about the work, with the time. */
export function log(line: string): void {
  process.stderr.write(`${new Date().toISOString()} ${line}\n`);
}
