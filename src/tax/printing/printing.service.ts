import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { BrandService, type Letterhead } from '../../identity/brand/brand.service.js';
import type { Paper } from '../../identity/brand/papers.js';
import { inTransaction } from '../../platform/database/transaction.js';
import { AppError } from '../../platform/http/errors.js';
import { everyPage } from '../../platform/http/paging/page.js';
import type { DocumentContent } from '../documents/document-content.js';
import { contentOf, DocumentsService } from '../documents/documents.service.js';
import { lockDocuments } from '../documents/lock-documents.js';
import { REGISTERED } from '../india/e-invoice/e-invoices.repository.js';
import { slipOfDocument } from '../rendering/slips/slip-of-document.js';
import type { DocumentToPrint } from '../rendering/document-pdf.js';
import { documentHtml } from '../rendering/document-html.js';
import type { Registration } from '../india/e-invoice/e-invoice-result.js';
import { PrintingRepository, type StoredDocument } from './printing.repository.js';

/** Documents of a month that are read at once. */
const PAGE = 100;

/** Kind of event: operators printed the document. */
const PRINTED = 'printed';

interface PrintOptions extends Pick<DocumentToPrint, 'copies'> {
  /** True if the print counts. */
  isNoted: boolean;
}

export interface DocumentFile {
  /** Number of the document. */
  number: string;
  pdf: Buffer;
}

/** Making PDFs and pages of stored documents. */
@Injectable()
export class PrintingService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly brand: BrandService,
    private readonly documents: DocumentsService,
    private readonly repository: PrintingRepository,
  ) {}

  /**
   * Makes one PDF of documents in the given order, and notes that they were printed. Documents that were printed before are
   * marked as duplicates.
   *
   * @throws AppError document_not_found, which names all that cannot be printed
   */
  async print(ids: readonly number[], options: PrintOptions): Promise<DocumentFile> {
    return this.fileOf(await this.printed(ids, options));
  }

  /** Prints the document of a shipment. @throws AppError document_not_found: it has none, or not yet */
  async printOfShipment(shipmentId: number, options: PrintOptions): Promise<DocumentFile> {
    return this.print([await this.getIdOfShipment(shipmentId)], options);
  }

  /** Prints the document of a shipment after its packing slip. @param paper undefined: the last one @throws as printOfShipment() */
  async printWithSlip(
    shipmentId: number,
    options: PrintOptions,
    paper?: Paper,
  ): Promise<DocumentFile> {
    const printed = await this.printed([await this.getIdOfShipment(shipmentId)], options);
    const theme = await this.brand.getTheme();
    return this.fileOf(
      printed.map((document) => {
        const content = slipOfDocument(document.content);
        const slip = content && { content, theme, paper: paper ?? theme.slipPaper };
        return { ...document, slip: slip ?? undefined };
      }),
      theme,
    );
  }

  private async getIdOfShipment(shipmentId: number): Promise<number> {
    const id = await this.repository.findIdOfShipment(this.dataSource.manager, shipmentId);
    if (id === null) throw new AppError('document_not_found');
    return id;
  }

  private async printed(
    ids: readonly number[],
    { isNoted, copies = [] }: PrintOptions,
  ): Promise<DocumentToPrint[]> {
    return inTransaction(this.dataSource, async (manager) => {
      // The second of two prints at the same time sees the first.
      await lockDocuments(manager, ids);
      const found = await this.find(manager, ids, null);
      for (const documentId of isNoted ? ids : []) {
        await this.documents.note(manager, { documentId, kind: PRINTED, data: {} });
      }
      return found.map((document) => ({ ...document, copies }));
    });
  }

  /** Makes the PDF of a client's own document. @throws AppError document_not_found */
  async ownPdf(clientId: number, id: number): Promise<DocumentFile> {
    return this.fileOf(await this.findOwn(clientId, [id]));
  }

  /** Makes the page of a document. @param clientId required client; null accepts any @throws AppError document_not_found */
  async html(id: number, clientId: number | null): Promise<string> {
    const [document] = await this.find(this.dataSource.manager, [id], clientId);
    const { content, ...options } = document!;
    return documentHtml(
      content,
      { ...options, isReprint: false },
      await this.brand.getLetterhead(),
    );
  }

  /** Yields the PDFs of a client's documents of a month. @param month YYYY-MM */
  async *everyPdf(clientId: number, month: string): AsyncGenerator<DocumentFile, void> {
    const letterhead = await this.brand.getLetterhead();
    for await (const page of this.everyPage(clientId, month)) {
      const ids = page.map(({ id }) => id);
      for (const own of await this.findOwn(clientId, ids))
        yield await this.fileOf([own], letterhead);
    }
  }

  /** Yields the contents of a client's documents of a month, in pages. @param month YYYY-MM */
  async *everyContent(clientId: number, month: string): AsyncGenerator<DocumentContent[], void> {
    for await (const page of this.everyPage(clientId, month))
      yield page.map((document) => contentOf(document)!);
  }

  private everyPage(clientId: number, month: string): AsyncIterable<StoredDocument[]> {
    const { manager } = this.dataSource;
    return everyPage((page) => this.repository.listOfMonth(manager, clientId, month, page), PAGE);
  }

  /** Finds a client's documents without marks. They are the client's originals, no matter how often they are fetched. */
  private async findOwn(clientId: number, ids: readonly number[]): Promise<DocumentToPrint[]> {
    const found = await this.find(this.dataSource.manager, ids, clientId);
    return found.map((document) => ({ ...document, isReprint: false }));
  }

  /** Finds documents in the given order. @throws AppError document_not_found */
  private async find(
    manager: EntityManager,
    ids: readonly number[],
    clientId: number | null,
  ): Promise<DocumentToPrint[]> {
    const stored = await this.repository.list(manager, ids, clientId, [PRINTED, REGISTERED]);
    const byId = new Map(stored.map((document) => [document.id, document]));
    const missing = ids.filter((id) => (byId.get(id)?.kind ?? 'canceled') === 'canceled');
    if (missing.length > 0) throw notFound(missing, byId);
    return ids.map((id) => {
      const document = byId.get(id)!;
      const registered = document.events.findLast(({ kind }) => kind === REGISTERED);
      return {
        content: contentOf(document)!,
        isReprint: document.events.some(({ kind }) => kind === PRINTED),
        registration: (registered?.data as Registration | undefined) ?? null,
      };
    });
  }

  private async fileOf(
    documents: readonly DocumentToPrint[],
    letterhead?: Letterhead,
  ): Promise<DocumentFile> {
    // Loaded at the first document: pdfkit takes a quarter of a second to load, which the start need not wait for.
    const { documentsPdf } = await import('../rendering/document-pdf.js');
    const pdf = await documentsPdf(documents, letterhead ?? (await this.brand.getLetterhead()));
    return { number: documents[0]!.content.number, pdf };
  }
}

function notFound(ids: readonly number[], found: ReadonlyMap<number, StoredDocument>): AppError {
  const names = ids.map((id) =>
    found.has(id) ? `${id} (${found.get(id)!.documentNumber}, canceled)` : id,
  );
  return new AppError('document_not_found', {
    message:
      ids.length === 1
        ? `There is no document ${names.join()} that can be printed.`
        : `There are no documents ${names.join(', ')} that can be printed: leave them out.`,
  });
}
