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
  process.stdout.write(`${shown(line)}\n`);
}

/** Prints a line about the work, with the time. */
export function log(line: string): void {
  process.stderr.write(`${new Date().toISOString()} ${shown(line)}\n`);
}

/** Writes the control characters of an answer, which a terminal would obey, as JSON does. */
export function shown(line: string): string {
  const escaped = (sign: string): string =>
    `\\u${sign.codePointAt(0)!.toString(16).padStart(4, '0')}`;
  return line.replaceAll(/[^\P{Cc}\n\t]/gu, escaped);
}
