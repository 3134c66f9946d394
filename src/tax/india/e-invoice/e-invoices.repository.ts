import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository, type EntityManager } from 'typeorm';
import { toPage, type Page, type PageRequest } from '../../../platform/http/paging/page.js';
import type { DocumentContent } from '../../documents/document-content.js';
import { lockDocuments } from '../../documents/lock-documents.js';
import { EInvoiceQueueItem } from './e-invoice-queue.entity.js';
import type { Registration } from './e-invoice-result.js';

/** Kind of the event that contains a document's registration. */
export const REGISTERED = 'registered';

export interface WaitingDocument {
  id: number;
  content: DocumentContent;
}

export interface NamedDocument {
  id: number;
  /** Day in India, YYYY-MM-DD. */
  issuedOn: string;
  /** GSTIN of the supplier. */
  gstin: string;
  /** null: it has none yet. */
  registration: Registration | null;
  /** False for documents that need no registration, such as those to clients without a GSTIN. */
  isRegistrable: boolean;
}

/** Documents that wait for their registration, and the registrations. */
@Injectable()
export class EInvoicesRepository {
  constructor(
    @InjectRepository(EInvoiceQueueItem) private readonly queue: Repository<EInvoiceQueueItem>,
  ) {}

  /** Lists the documents that wait, by id. @param from first day, YYYY-MM-DD */
  async listWaiting(
    manager: EntityManager,
    from: string,
    { afterId, limit }: PageRequest,
  ): Promise<Page<WaitingDocument>> {
    const documents = await manager.query<WaitingDocument[]>(
      `SELECT d.id, d.content::json AS content FROM e_invoice_queue q JOIN tax_documents d ON d.id = q.document_id
        WHERE q.document_id > $1 AND q.issued_on >= $2 ORDER BY q.document_id LIMIT $3`,
      [afterId, from, limit + 1],
    );
    return toPage(documents, limit);
  }

  /** Locks a document with its registration until the transaction ends; null: there is no such document. */
  async lock(manager: EntityManager, number: string): Promise<NamedDocument | null> {
    const [document] = await manager.query<Omit<NamedDocument, 'registration'>[]>(
      `SELECT d.id, d.issued_on::text AS "issuedOn", d.content::jsonb #>> '{supplier,gstin}' AS gstin,
          is_registrable(d.content::jsonb) AS "isRegistrable"
        FROM tax_documents d WHERE d.document_number = $1 AND d.kind <> 'canceled'`,
      [number],
    );
    if (document === undefined) return null;
    await lockDocuments(manager, [document.id]);
    // Read after the lock, so that it is the latest.
    const [event] = await manager.query<{ data: Registration }[]>(
      'SELECT data FROM document_events WHERE document_id = $1 AND kind = $2',
      [document.id, REGISTERED],
    );
    return { ...document, registration: event?.data ?? null };
  }

  /** Finds the number of the document that is registered with an IRN, or null. */
  async findNumberOf(manager: EntityManager, irn: string): Promise<string | null> {
    const [found] = await manager.query<{ number: string }[]>(
      `SELECT d.document_number AS number FROM document_events e JOIN tax_documents d ON d.id = e.document_id
        WHERE e.kind = $1 AND e.data ->> 'irn' = $2`,
      [REGISTERED, irn],
    );
    return found?.number ?? null;
  }

  /** Removes a document from the waiting ones. */
  async dequeue(manager: EntityManager, documentId: number): Promise<void> {
    await manager.withRepository(this.queue).delete({ documentId });
  }
}
