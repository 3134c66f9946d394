import { IntersectionType } from '@nestjs/swagger';
import { PAPERS, type Paper } from '../../identity/brand/papers.js';
import { LIMITS } from '../../platform/config/limits.js';
import { Month } from '../../platform/days/month.field.js';
import { OneOf, QueryFlag, SomeOf } from '../../platform/http/input/fields.js';
import { QueryIds } from '../../platform/http/input/query-ids.js';
import { FORMATS_TEXT, TABLE_FORMATS } from '../../platform/table-export/table-file.js';
import { COPIES, type Copy } from '../rendering/printed-document.js';

/** Query: copies of each printed document. */
export class CopiesQuery {
  @SomeOf(COPIES, {
    optional: true,
    api: {
      example: 'original,duplicate',
      description:
        'Each is printed with its mark: `original` for the recipient, `duplicate` for the transporter, `triplicate` for the ' +
        'supplier, or several with commas between them. Left out: once, without a mark',
    },
  })
  copies?: Copy[];
}

/** Query: the document of a shipment. */
export class ShipmentPrintQuery extends CopiesQuery {
  @QueryFlag('true: the packing slip comes first, without amounts')
  slip?: 'true' | 'false';

  @OneOf(PAPERS, {
    optional: true,
    api: {
      description:
        'Paper of the slip; the document stays on A4. Left out: as `slip_paper` of the brand',
    },
  })
  paper?: Paper;
}

class SomeDocumentsQuery {
  @QueryIds(LIMITS.printedDocuments, 'documents')
  ids: number[];
}

/** Query: documents of one PDF. */
export class PrintQuery extends IntersectionType(SomeDocumentsQuery, CopiesQuery) {}

/** Formats of the file of a month's documents. */
const MONTH_FORMATS = ['zip', ...TABLE_FORMATS] as const;

/** Query: a client's documents of a month as a file. */
export class DocumentsExportQuery {
  @Month()
  month: string;

  @OneOf(MONTH_FORMATS, {
    api: { description: `zip: the PDFs; the others are a list. ${FORMATS_TEXT}` },
  })
  format: (typeof MONTH_FORMATS)[number];
}
