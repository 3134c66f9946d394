import type { Readers } from '../../platform/database/reader/readers.js';
import type { Checked } from './checks.js';
import { CLOCK_TOLERANCE_SECONDS } from './database-checks.js';
import { warning, type Finding } from './finding.js';

/** Reports a standby of DATABASE_READER_URL that is not used, or not as well as it could be. */
export async function checkReaders(readers: Readers): Promise<Checked> {
  const findings = (await readers.inspect()).map(({ server, problem, hasFeedback, clockMs }) => {
    if (problem !== null) {
      return warning(`the reader ${server} is not used: ${problem}`, 'repair it, or remove it');
    }
    if (!hasFeedback) {
      return warning(
        `hot_standby_feedback is off at the reader ${server}, so long reads end there and begin again at the primary`,
        'set hot_standby_feedback = on in its postgresql.conf and reload',
      );
    }
    return Math.abs(clockMs - Date.now()) > CLOCK_TOLERANCE_SECONDS * 1_000
      ? warning(
          `the clock of the reader ${server} differs from this machine's`,
          'synchronize both with a time server',
        )
      : null;
  });
  const finding = findings.find((found): found is Finding => found !== null) ?? null;
  return { name: 'readers', finding, isAllowed: false };
}
