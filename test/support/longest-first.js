import Sequencer from '@jest/test-sequencer';

/** The longest suites, because a run must not end with one of them alone. */
const LONGEST = [
  'test/browser/pages.e2e-spec.ts',
  'test/browser/docs.e2e-spec.ts',
  'test/browser/supplier-file.e2e-spec.ts',
  'test/browser/money/bank-page.e2e-spec.ts',
  'test/browser/many-at-once.e2e-spec.ts',
  'test/browser/sessions.e2e-spec.ts',
  'test/browser/shipping-pages.e2e-spec.ts',
  'test/access/matrix.e2e-spec.ts',
  'test/import-export/files-and-polls.e2e-spec.ts',
  'test/operation/start.e2e-spec.ts',
  'test/operation/cli.e2e-spec.ts',
  'test/money/bank/once.e2e-spec.ts',
  'test/lab/model/model.e2e-spec.ts',
];

/** Sequencer that starts the longest suites first, then the others in Jest's order: by their last duration, or else by size. */
export default class LongestFirst extends Sequencer {
  sort(tests) {
    const rank = ({ path }) => {
      const index = LONGEST.findIndex((name) => path.endsWith(name));
      return index === -1 ? LONGEST.length : index;
    };
    return super.sort(tests).sort((one, another) => rank(one) - rank(another));
  }
}
