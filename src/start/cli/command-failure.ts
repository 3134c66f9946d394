import { SettingsError } from '../../platform/config/variables.js';
import { AppError } from '../../platform/http/errors.js';
import { reasonOf } from '../start-report.js';

/** A failed command, with the lines to print. */
export class CommandFailure extends Error {
  constructor(readonly lines: readonly string[]) {
    super(lines[0]);
  }
}

export function failureLines(error: unknown): readonly string[] {
  if (error instanceof CommandFailure) return error.lines;
  if (error instanceof SettingsError) {
    return error.message.split('\n').map((line) => `Not done: ${line}`);
  }
  const said = error instanceof AppError ? error.fields.map(({ message }) => message) : [];
  return [`Not done: ${said.length > 0 ? said.join('; ') : reasonOf(error)}`];
}
