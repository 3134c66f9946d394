import { LABEL_PAPERS, type LabelPaper } from '../../identity/brand/papers.js';
import { LIMITS } from '../../platform/config/limits.js';
import { OneOf, QueryFlag } from '../../platform/http/input/fields.js';
import { QueryIds } from '../../platform/http/input/query-ids.js';

/** Query: labels of one PDF. */
export class LabelsQuery {
  @QueryIds(LIMITS.bookingsAtOnce, 'bookings')
  ids: number[];

  @OneOf(LABEL_PAPERS, {
    optional: true,
    api: {
      default: '100x150',
      description:
        'Labels of 100 × 150 mm, or four on an A4 page. Print at 100 %: bars must not be scaled',
    },
  })
  paper?: LabelPaper;

  @QueryFlag('true: the packing slip of each box comes after its label')
  slips?: 'true' | 'false';
}
