import { Get, Param, Query, Res } from '@nestjs/common';
import type { Response } from 'express';
import { CurrentClientId } from '../../../identity/signed-in-user.js';
import { streamFile, ZIP } from '../../../platform/csv/csv-response.js';
import { sendTable, TABLE_TYPES } from '../../../platform/table-export/table-file.js';
import { Access, UserController } from '../../../platform/http/audience.js';
import { PathIdPipe } from '../../../platform/http/input/path-key.pipe.js';
import {
  DOCUMENT_COLUMNS,
  documentsZip,
  PDF,
  sendPdf,
} from '../../../tax/printing/document-files.js';
import { DocumentsExportQuery } from '../../../tax/printing/printing.query.js';
import { PrintingService } from '../../../tax/printing/printing.service.js';
import { ApiDashboardFile } from '../dashboard-docs.js';
import { Operation } from '../../../platform/http/openapi/operation.js';

/** Files of the documents of the signed-in person's company. */
@UserController('dashboard/api/documents', 'Documents')
export class DocumentFilesController {
  constructor(private readonly printing: PrintingService) {}

  @Get('export')
  @Access('own-documents:read')
  @Operation('All documents of a month as one file')
  @ApiDashboardFile([ZIP, ...TABLE_TYPES], 'validation_failed')
  async exportOwnDocuments(
    @CurrentClientId() clientId: number,
    @Query() { month, format }: DocumentsExportQuery,
    @Res() response: Response,
  ): Promise<void> {
    const name = `documents-${month}`;
    if (format === 'zip') {
      const files = this.printing.everyPdf(clientId, month);
      await streamFile(response, { name: `${name}.zip`, type: ZIP }, documentsZip(files));
    } else {
      const pages = this.printing.everyContent(clientId, month);
      await sendTable(response, { name, format }, { columns: DOCUMENT_COLUMNS, pages });
    }
  }

  @Get(':id/pdf')
  @Access('own-documents:read')
  @Operation('A document as a PDF')
  @ApiDashboardFile([PDF], 'document_not_found')
  async getOwnDocumentPdf(
    @CurrentClientId() clientId: number,
    @Param('id', new PathIdPipe('document_not_found')) id: number,
    @Res() response: Response,
  ): Promise<void> {
    sendPdf(response, await this.printing.ownPdf(clientId, id));
  }
}
