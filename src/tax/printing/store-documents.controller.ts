import { Controller, Get, Param } from '@nestjs/common';
import { ApiParam, ApiTags } from '@nestjs/swagger';
import { CurrentCaller, type Caller } from '../../auth/caller.js';
import { AppError } from '../../platform/http/errors.js';
import type { HeaderSink } from '../../platform/http/header-sink.js';
import { PathIdPipe } from '../../platform/http/input/path-key.pipe.js';
import { AnswerHeaders } from '../../platform/http/input/request-value.js';
import { IgnoresUnknownFields } from '../../platform/http/input/unknown-fields.js';
import { ApiAccessErrors, ApiErrors, ApiFile } from '../../platform/http/openapi/api-docs.js';
import { Operation } from '../../platform/http/openapi/operation.js';
import {
  contentOf,
  hashOf,
  PolledAnswer,
  Representation,
} from '../../platform/http/representation/representation.js';
import { PDF, pdfDisposition } from './document-files.js';
import { PrintingService } from './printing.service.js';

/** Documents of a store's orders. Test orders have none. */
@IgnoresUnknownFields()
@ApiTags('Orders')
@Controller('api/documents')
export class StoreDocumentsController {
  constructor(private readonly printing: PrintingService) {}

  @Get(':id/pdf')
  @Operation(
    'Download an invoice or credit note as a PDF',
    'The documents of an order and their ids are in `GET /api/orders/{order_number}/documents`.',
  )
  @ApiParam({ name: 'id', type: 'integer', example: 17 })
  @ApiFile(PDF)
  @ApiAccessErrors()
  @ApiErrors('document_not_found')
  async getDocumentPdf(
    @CurrentCaller() caller: Caller,
    @Param('id', new PathIdPipe('document_not_found')) id: number,
    @AnswerHeaders() headers: HeaderSink,
  ): Promise<PolledAnswer<Representation>> {
    if (caller.isTest) throw new AppError('document_not_found');
    const { number, pdf } = await this.printing.ownPdf(caller.clientId, id);
    headers.setHeader('Content-Disposition', pdfDisposition(number));
    return new PolledAnswer(new Representation(hashOf(pdf), contentOf(pdf), null, PDF));
  }
}
