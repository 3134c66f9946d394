import { AppError } from '../platform/http/errors.js';
import { reasonOf } from '../start/start-report.js';

/** Why a command was not done, in the lines a person needs. */
export class CommandFailure extends Error {
  constructor(readonly lines: readonly string[]) {
    super(lines[0]);
  }
}

/** What to tell of a command that was not done. */
export function failureLines(error: unknown): readonly string[] {
  if (error instanceof CommandFailure) return error.lines;
  const said = error instanceof AppError ? error.fields.map(({ message }) => message) : [];
  return [`Not done: ${said.length > 0 ? said.join('; ') : reasonOf(error)}`];
}
