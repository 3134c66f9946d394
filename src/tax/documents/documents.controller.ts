import { Body, Get, Param, Post, Query } from '@nestjs/common';
import { Access, OperatorController } from '../../platform/http/audience.js';
import { PathIdPipe } from '../../platform/http/input/path-key.pipe.js';
import {
  adminAnswer,
  adminList,
  type AdminAnswer,
  type AdminList,
} from '../../platform/http/answers.js';
import {
  ApiAdmin,
  ApiAdminItems,
  ApiAdminList,
  BODY_ERRORS,
} from '../../platform/http/openapi/admin-docs.js';
import { Operation } from '../../platform/http/openapi/operation.js';
import { toNewestFirst } from '../../platform/http/paging/page.js';
import {
  CatchUpSeriesDto,
  DocumentDto,
  DocumentSeriesDto,
  DocumentsQuery,
  toDocument,
  toDocumentSeries,
  toFilter,
  toPrintedPlace,
  toWholeDocument,
  WholeDocumentDto,
} from './documents.dto.js';
import { DocumentsService } from './documents.service.js';

/** Tax documents in the back office. */
@OperatorController('admin', 'Tax')
export class DocumentsController {
  constructor(private readonly documents: DocumentsService) {}

  @Get('documents')
  @Access('documents:read')
  @Operation('List invoices, bills of supply and credit notes, the latest first')
  @ApiAdminList(DocumentDto)
  async listDocuments(@Query() query: DocumentsQuery): Promise<AdminList<DocumentDto>> {
    return adminList(await this.documents.list(toFilter(query), toNewestFirst(query)), toDocument);
  }

  @Get('documents/:id')
  @Access('documents:read')
  @Operation('Read all that a document says')
  @ApiAdmin(200, WholeDocumentDto, 'document_not_found')
  async getDocument(
    @Param('id', new PathIdPipe('document_not_found')) id: number,
  ): Promise<AdminAnswer<WholeDocumentDto>> {
    return adminAnswer(toWholeDocument(await this.documents.get(id, null)));
  }

  @Get('document-series')
  @Access('documents:read')
  @Operation('List the series of numbers, by financial year')
  @ApiAdminItems(DocumentSeriesDto)
  async listDocumentSeries(): Promise<AdminAnswer<DocumentSeriesDto[]>> {
    return adminAnswer((await this.documents.listSeries()).map(toDocumentSeries));
  }

  @Post('document-series/catch-up')
  @Access('tax:write')
  @Operation(
    'Cancel the numbers that were printed before a restore',
    'After the database came back from a backup, enter the last number of each series that was printed. The numbers up to ' +
      'it are canceled, so that none is used twice.',
  )
  @ApiAdminItems(DocumentSeriesDto, 'month_filed', ...BODY_ERRORS)
  async catchUpSeries(@Body() body: CatchUpSeriesDto): Promise<AdminAnswer<DocumentSeriesDto[]>> {
    await this.documents.cancelUpTo(toPrintedPlace(body));
    return this.listDocumentSeries();
  }
}
