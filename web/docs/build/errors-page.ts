import type { DocumentedError } from '../../../src/start/docs/documented-errors.js';
import { ERRORS } from '../../../src/platform/http/errors.js';
import { ERROR_GUIDE } from './error-guide.js';
import { jsonBlock } from './markdown-table.js';
import { escaped } from './reference.js';

/** Writes a section for each error code: its message, when it happens, and what to do. */
export function errorSections(errors: readonly DocumentedError[], operationCount: number): string {
  return errors
    .map(({ code, operations, example }) => {
      const guide = ERROR_GUIDE[code];
      if (guide === undefined) throw new Error(`error-guide.ts has no entry for "${code}".`);
      return [
        `## ${code} (${ERRORS[code].status})`,
        escaped(ERRORS[code].message),
        `- **When:** ${guide.happens}\n- **What to do:** ${guide.todo}\n- **Where:** ${places(operations, operationCount)}`,
        '**An example**',
        jsonBlock(example),
      ].join('\n\n');
    })
    .join('\n\n');
}

/** Lists the operations that answer a code, with links to the reference. */
function places(operations: DocumentedError['operations'], operationCount: number): string {
  if (operations.length === 0) return 'Any request.';
  if (operations.length === operationCount) return 'Every operation.';
  return operations.map(({ name, id }) => `[\`${name}\`](/docs/reference#${id})`).join(', ');
}
