import { Get, Param, Query, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Access, OperatorController } from '../../platform/http/audience.js';
import { PathIdPipe } from '../../platform/http/input/path-key.pipe.js';
import { ApiAdminFile } from '../../platform/http/openapi/admin-docs.js';
import { Operation } from '../../platform/http/openapi/operation.js';
import { PDF, sendDocumentPage, sendPdf } from './document-files.js';
import { CopiesQuery, PrintQuery, ShipmentPrintQuery } from './printing.query.js';
import { PrintingService } from './printing.service.js';

const documentId = new PathIdPipe('document_not_found');

const PRINTS =
  'The print is noted in the events of each document, but not for HEAD. From the second one on, the PDF is marked as a duplicate.';

/** Prints of the back office. */
@OperatorController('admin', 'Tax')
export class PrintingController {
  constructor(private readonly printing: PrintingService) {}

  @Get('documents/pdf')
  @Access('documents:print')
  @Operation(
    'Print documents as one PDF, in the given order',
    `${PRINTS} The refusal names all ids that cannot be printed.`,
  )
  @ApiAdminFile([PDF], 'document_not_found', 'validation_failed')
  async printDocuments(
    @Query() { ids, copies }: PrintQuery,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    sendPdf(response, await this.printing.print(ids, { copies, isNoted: isPrint(request) }));
  }

  @Get('documents/:id/pdf')
  @Access('documents:print')
  @Operation('Print a document', PRINTS)
  @ApiAdminFile([PDF], 'document_not_found', 'validation_failed')
  async printDocument(
    @Param('id', documentId) id: number,
    @Query() { copies }: CopiesQuery,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    sendPdf(response, await this.printing.print([id], { copies, isNoted: isPrint(request) }));
  }

  @Get('shipments/:shipment_id/pdf')
  @Access('documents:print')
  @Operation('Print the document of a shipment, with its packing slip', PRINTS)
  @ApiAdminFile([PDF], 'document_not_found', 'validation_failed')
  async printShipmentDocument(
    @Param('shipment_id', documentId) shipmentId: number,
    @Query() { copies, slip, paper }: ShipmentPrintQuery,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const options = { copies, isNoted: isPrint(request) };
    const file =
      slip === 'true'
        ? await this.printing.printWithSlip(shipmentId, options, paper)
        : await this.printing.printOfShipment(shipmentId, options);
    sendPdf(response, file);
  }

  @Get('documents/:id/html')
  @Access('documents:read')
  @Operation('Show a document as a page, without noting a print')
  @ApiAdminFile(['text/html'], 'document_not_found')
  async showDocument(
    @Param('id', documentId) id: number,
    @Res() response: Response,
  ): Promise<void> {
    sendDocumentPage(response, await this.printing.html(id, null));
  }
}

/** Returns true if a request prints. HEAD does not print, because link checkers and others use it to ask if a PDF exists. */
function isPrint({ method }: Request): boolean {
  return method !== 'HEAD';
}
