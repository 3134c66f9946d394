import { Get, Param, Query } from '@nestjs/common';
import { CurrentClientId } from '../../../identity/signed-in-user.js';
import { Access, UserController } from '../../../platform/http/audience.js';
import { criteriaOf } from '../../../platform/http/response-dto/response-dto.js';
import { PathIdPipe } from '../../../platform/http/input/path-key.pipe.js';
import { Operation } from '../../../platform/http/openapi/operation.js';
import { toNewestFirst } from '../../../platform/http/paging/page.js';
import {
  OwnDocumentDto,
  OwnDocumentsQuery,
  OwnWholeDocumentDto,
} from '../../../tax/documents/documents.dto.js';
import { DocumentsService } from '../../../tax/documents/documents.service.js';
import { Responds, RespondsPage } from '../dashboard-docs.js';

/** The invoices and credit notes of the signed-in person's company. */
@UserController('dashboard/api/documents', 'Documents')
export class OwnDocumentsController {
  constructor(private readonly documents: DocumentsService) {}

  @Get()
  @Access('own-documents:read')
  @Operation('List your invoices and credit notes, the latest first')
  @RespondsPage(OwnDocumentDto)
  listOwnDocuments(@CurrentClientId() clientId: number, @Query() query: OwnDocumentsQuery) {
    return this.documents.list({ ...criteriaOf(query), clientId }, toNewestFirst(query));
  }

  @Get(':id')
  @Access('own-documents:read')
  @Operation('Read all that one of your documents says')
  @Responds(200, OwnWholeDocumentDto, 'document_not_found')
  getOwnDocument(
    @CurrentClientId() clientId: number,
    @Param('id', new PathIdPipe('document_not_found')) id: number,
  ) {
    return this.documents.get(id, clientId);
  }
}
