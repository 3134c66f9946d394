import { Body, Get, Param, Post, Query } from '@nestjs/common';
import { Access, OperatorController } from '../../platform/http/audience.js';
import { PathIdPipe } from '../../platform/http/input/path-key.pipe.js';
import { criteriaOf } from '../../platform/http/response-dto/response-dto.js';
import {
  Responds,
  BODY_ERRORS,
  RespondsList,
  RespondsPage,
} from '../../platform/http/openapi/admin-docs.js';
import { Operation } from '../../platform/http/openapi/operation.js';
import { toNewestFirst } from '../../platform/http/paging/page.js';
import {
  CatchUpSeriesDto,
  DocumentDto,
  DocumentSeriesDto,
  DocumentsQuery,
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
  @RespondsPage(DocumentDto)
  listDocuments(@Query() query: DocumentsQuery) {
    return this.documents.list(criteriaOf(query), toNewestFirst(query));
  }

  @Get('documents/:id')
  @Access('documents:read')
  @Operation('Read all that a document says')
  @Responds(200, WholeDocumentDto, 'document_not_found')
  getDocument(@Param('id', new PathIdPipe('document_not_found')) id: number) {
    return this.documents.get(id, null);
  }

  @Get('document-series')
  @Access('documents:read')
  @Operation('List the series of numbers, by financial year')
  @RespondsList(DocumentSeriesDto)
  listDocumentSeries() {
    return this.documents.listSeries();
  }

  @Post('document-series/catch-up')
  @Access('tax:write')
  @Operation(
    'Cancel the numbers that were printed before a restore',
    'After the database came back from a backup, enter the last printed number of each series. The numbers up to it ' +
      'are canceled, so that none is used twice.',
  )
  @RespondsList(DocumentSeriesDto, 'month_filed', ...BODY_ERRORS)
  async catchUpSeries(@Body() body: CatchUpSeriesDto) {
    await this.documents.cancelUpTo(criteriaOf(body));
    return this.documents.listSeries();
  }
}
