import { Controller, Get, Param, Query, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { CurrentClientId } from '../../../accounts/signed-in-user.js';
import { CSV, streamCsv, streamFile, ZIP } from '../../../platform/csv/csv-response.js';
import { ForUsers } from '../../../platform/http/audience.js';
import { PathIdPipe } from '../../../platform/http/input/path-key.pipe.js';
import { documentsCsv, documentsZip, PDF, sendPdf } from '../../../tax/printing/document-files.js';
import { DocumentsExportQuery } from '../../../tax/printing/printing.query.js';
import { PrintingService } from '../../../tax/printing/printing.service.js';
import { ApiDashboardFile } from '../dashboard-docs.js';

/** Files of the documents of the signed-in person's company. */
@ForUsers()
@ApiTags('Documents')
@Controller('dashboard/api/documents')
export class DocumentFilesController {
  constructor(private readonly printing: PrintingService) {}

  @Get('export')
  @ApiOperation({ summary: 'All documents of a month as one file' })
  @ApiDashboardFile([ZIP, CSV], 'validation_failed')
  async exportOwnDocuments(
    @CurrentClientId() clientId: number,
    @Query() { month, format }: DocumentsExportQuery,
    @Res() response: Response,
  ): Promise<void> {
    const name = `documents-${month}.${format}`;
    if (format === 'csv') {
      await streamCsv(response, name, documentsCsv(this.printing.everyContent(clientId, month)));
    } else {
      const files = this.printing.everyPdf(clientId, month);
      await streamFile(response, { name, type: ZIP }, documentsZip(files));
    }
  }

  @Get(':id/pdf')
  @ApiOperation({ summary: 'A document as a PDF' })
  @ApiDashboardFile([PDF], 'document_not_found')
  async getOwnDocumentPdf(
    @CurrentClientId() clientId: number,
    @Param('id', new PathIdPipe('document_not_found')) id: number,
    @Res() response: Response,
  ): Promise<void> {
    sendPdf(response, await this.printing.ownPdf(clientId, id));
  }
}
