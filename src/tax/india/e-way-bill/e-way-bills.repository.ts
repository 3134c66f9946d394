import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, Repository, type EntityManager } from 'typeorm';
import type { DocumentContent } from '../../documents/document-content.js';
import { lockDocuments } from '../../documents/lock-documents.js';
import { TaxDocument } from '../../documents/tax-document.entity.js';

/** Kind of the events that contain numbers of e-way bills; the latest one counts. */
export const E_WAY_BILL = 'e_way_bill';

/** Documents that are read at once. */
const PAGE = 200;

export interface MovedGoods {
  id: number;
  shipmentId: number;
  content: DocumentContent;
}

/** The number of an e-way bill, and the document that it is of. */
export interface NotedWayBill {
  shipmentId: number;
  documentNumber: string;
  number: string;
}

/** Documents of goods, and the numbers of their e-way bills. */
@Injectable()
export class EWayBillsRepository {
  constructor(@InjectRepository(TaxDocument) private readonly documents: Repository<TaxDocument>) {}

  /** Yields documents without a number, the latest first. @param aboveMinor lowest value of all states */
  async *eachWithout(
    manager: EntityManager,
    fromDay: string,
    aboveMinor: number,
  ): AsyncGenerator<MovedGoods, void> {
    for (let before: MovedGoods | undefined; ;) {
      const rows: MovedGoods[] = await manager.query(
        `SELECT d.id, d.shipment_id AS "shipmentId", d.content::json AS content FROM tax_documents d
          WHERE d.kind IN ('invoice', 'bill_of_supply') AND d.issued_on >= $1 AND d.total_minor > $2
            AND (d.issued_on, d.id) < ($4, $5)
            AND NOT EXISTS (SELECT FROM document_events e WHERE e.document_id = d.id AND e.kind = $3)
          ORDER BY d.issued_on DESC, d.id DESC LIMIT ${PAGE}`,
        [fromDay, aboveMinor, E_WAY_BILL, before?.content.issued_on ?? 'infinity', before?.id ?? 0],
      );
      yield* rows;
      before = rows.at(-1);
      if (rows.length < PAGE) return;
    }
  }

  /** Lists the latest numbers of the e-way bills of shipments. */
  async listNumbers(
    manager: EntityManager,
    shipmentIds: readonly number[],
  ): Promise<NotedWayBill[]> {
    return manager.query<NotedWayBill[]>(
      `SELECT DISTINCT ON (d.id) d.shipment_id AS "shipmentId", d.document_number AS "documentNumber", e.data ->> 'number' AS number
        FROM tax_documents d JOIN document_events e ON e.document_id = d.id AND e.kind = $2
        WHERE d.shipment_id = ANY($1) ORDER BY d.id, e.id DESC`,
      [shipmentIds, E_WAY_BILL],
    );
  }

  /** Locks a document of goods until the transaction ends. @returns its number, or null */
  async lock(manager: EntityManager, id: number): Promise<string | null> {
    const document = await manager
      .withRepository(this.documents)
      .findOneBy({ id, kind: In(['invoice', 'bill_of_supply']) });
    if (document === null) return null;
    await lockDocuments(manager, [id]);
    return document.documentNumber;
  }

  /** Finds the latest number of a document's e-way bill, or null. */
  async findNumber(manager: EntityManager, id: number): Promise<string | null> {
    const [event] = await manager.query<{ number: string }[]>(
      `SELECT data ->> 'number' AS number FROM document_events WHERE document_id = $1 AND kind = $2 ORDER BY id DESC LIMIT 1`,
      [id, E_WAY_BILL],
    );
    return event?.number ?? null;
  }
}
