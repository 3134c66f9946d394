import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { toPage, type Page, type PageRequest } from '../../platform/http/paging/page.js';
import type { DocumentEvent } from '../documents/document-event.entity.js';
import type { TaxDocument } from '../documents/tax-document.entity.js';

/** A document, or a canceled number, which has nothing to print. */
export type StoredDocument = Pick<TaxDocument, 'id' | 'kind' | 'documentNumber' | 'content'>;

const COLUMNS = 'id, kind, document_number AS "documentNumber", content';

/** Documents and their events, as printing needs them. */
@Injectable()
export class PrintingRepository {
  /** Finds documents and canceled numbers by id. @param clientId required client; null accepts any */
  async list(
    manager: EntityManager,
    ids: readonly number[],
    clientId: number | null,
  ): Promise<StoredDocument[]> {
    return manager.query<StoredDocument[]>(
      `SELECT ${COLUMNS} FROM tax_documents WHERE id = ANY($1) AND ($2::integer IS NULL OR client_id = $2)`,
      [ids, clientId],
    );
  }

  async findIdOfShipment(manager: EntityManager, shipmentId: number): Promise<number | null> {
    const [row] = await manager.query<{ id: number }[]>(
      'SELECT id FROM tax_documents WHERE shipment_id = $1',
      [shipmentId],
    );
    return row?.id ?? null;
  }

  /** Lists a client's documents of a month after an id, by id. @param month YYYY-MM */
  async listOfMonth(
    manager: EntityManager,
    clientId: number,
    month: string,
    { afterId, limit }: PageRequest,
  ): Promise<Page<StoredDocument>> {
    const rows = await manager.query<StoredDocument[]>(
      `SELECT ${COLUMNS} FROM tax_documents
        WHERE client_id = $1 AND id > $3 AND issued_on >= $2::date AND issued_on < $2::date + interval '1 month'
        ORDER BY id LIMIT $4`,
      [clientId, `${month}-01`, afterId, limit + 1],
    );
    return toPage(rows, limit);
  }

  /** Lists events of some kinds of documents, the oldest first. */
  async listEvents(
    manager: EntityManager,
    documentIds: readonly number[],
    kinds: readonly string[],
  ): Promise<Pick<DocumentEvent, 'documentId' | 'kind' | 'data'>[]> {
    return manager.query<DocumentEvent[]>(
      `SELECT document_id AS "documentId", kind, data FROM document_events
        WHERE document_id = ANY($1) AND kind = ANY($2) ORDER BY id`,
      [documentIds, kinds],
    );
  }
}
