import { Post, Query, Req } from '@nestjs/common';
import type { Request } from 'express';
import { CurrentPermissions, type Permitted } from '../../../identity/signed-in-user.js';
import {
  CsvUpload,
  csvUploadErrors,
  TABLE_FILES,
  withUploadedCsv,
} from '../../../platform/csv/csv-upload.js';
import { Access, OperatorController } from '../../../platform/http/audience.js';
import { RespondsList } from '../../../platform/http/openapi/admin-docs.js';
import { Operation } from '../../../platform/http/openapi/operation.js';
import { ClientFileQuery, ClientRowOutcomeDto } from './client-file.dto.js';
import { CLIENT_ROWS_MAX, ClientFileService } from './client-file.service.js';
import { CLIENT_COLUMNS } from './client-row.js';

const FILE_BYTES_MAX = 1024 * 1024;
const FILE_EXAMPLES = {
  clients: {
    value:
      'company,owner_email,plan,domain,max_open_value\n' +
      'Asha Home Store,asha@asha-home.example,silver,shop.asha-home.example,250000\n',
  },
};

@OperatorController('admin/clients', 'Clients and tokens')
export class ClientFileController {
  constructor(private readonly file: ClientFileService) {}

  @Post('import')
  @Access('clients:write')
  @Operation(
    'Create the clients of a file, with an outcome for each row',
    `The columns are ${CLIENT_COLUMNS.join(', ')}; company and owner_email are required, and other columns, titles above the header and totals are ignored. Other names of these columns are known, such as “Owner email”. An address needs its city, state and PIN code. ends_on is the first day without access. ` +
      'The owner is invited; without email, the company has the address of its owner. The e-mail address of the company identifies a row, ' +
      'so the same file again creates no client twice. Rows with problems are refused, including those that repeat an earlier address; ' +
      `the others apply. At most ${CLIENT_ROWS_MAX} rows.`,
  )
  @CsvUpload(FILE_EXAMPLES, TABLE_FILES)
  @RespondsList(
    ClientRowOutcomeDto,
    'validation_failed',
    ...csvUploadErrors(FILE_BYTES_MAX, TABLE_FILES),
  )
  async importClients(
    @Req() request: Request,
    @Query() { dry_run: dryRun }: ClientFileQuery,
    @CurrentPermissions() may: Permitted,
  ) {
    const outcomes = await withUploadedCsv(
      request,
      FILE_BYTES_MAX,
      (file) => (dryRun === 'true' ? this.file.preview(file) : this.file.import(file)),
      TABLE_FILES,
    );
    if (may('users:write')) return outcomes;
    return outcomes.map((outcome) => ({ ...outcome, invitationLink: null }));
  }
}
