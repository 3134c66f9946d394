/** Prints a line for the caller. */
export function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Prints a line about the work, with the time. */
export function log(line: string): void {
  process.stderr.write(`${new Date().toISOString()} ${line}\n`);
}
