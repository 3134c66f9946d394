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
  DocumentHoldDto,
  DocumentSeriesDto,
  DocumentsQuery,
  EndHoldDto,
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
  @RespondsList(DocumentSeriesDto, 'month_filed', 'documents_on_hold', ...BODY_ERRORS)
  async catchUpSeries(@Body() body: CatchUpSeriesDto) {
    await this.documents.cancelUpTo(criteriaOf(body));
    return this.documents.listSeries();
  }

  @Get('document-holds')
  @Access('documents:read')
  @Operation(
    'List why documents are on hold',
    'Empty: they are not. After a restore, or a failover that may have lost changes, shipments and refunds that would issue a ' +
      'document are refused with 409 `documents_on_hold`: numbers may be printed that the database does not know.',
  )
  @RespondsList(DocumentHoldDto)
  listDocumentHolds() {
    return this.documents.listHolds();
  }

  @Post('document-holds/end')
  @Access('tax:write')
  @Operation(
    'End the hold of documents',
    'Enter the last printed number of each series; the numbers up to it are canceled. An empty list confirms that none is ' +
      'missing. The first decision counts for all series.',
  )
  @RespondsList(DocumentSeriesDto, 'documents_not_on_hold', 'month_filed', ...BODY_ERRORS)
  async endDocumentHold(@Body() { last_numbers: lastNumbers }: EndHoldDto) {
    await this.documents.endHold(lastNumbers.map(criteriaOf));
    return this.documents.listSeries();
  }
}
