import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import {
  And,
  In,
  LessThan,
  MoreThan,
  MoreThanOrEqual,
  Repository,
  type EntityManager,
} from 'typeorm';
import { daysOfMonth } from '../../platform/days/shop-days.js';
import { toPage, type Page, type PageRequest } from '../../platform/http/paging/page.js';
import { DocumentEvent } from '../documents/document-event.entity.js';
import { TaxDocument } from '../documents/tax-document.entity.js';

/** A document, or a canceled number, which has nothing to print. */
export type StoredDocument = Pick<TaxDocument, 'id' | 'kind' | 'documentNumber' | 'content'>;

/** Documents, as printing needs them. */
@Injectable()
export class PrintingRepository {
  constructor(@InjectRepository(TaxDocument) private readonly documents: Repository<TaxDocument>) {}

  /**
   * Finds documents and canceled numbers by id, with their events of some kinds, the oldest first.
   *
   * @param clientId required client; null accepts any
   */
  async list(
    manager: EntityManager,
    ids: readonly number[],
    clientId: number | null,
    kinds: readonly string[],
  ): Promise<(StoredDocument & { events: DocumentEvent[] })[]> {
    const found = await manager
      .withRepository(this.documents)
      .createQueryBuilder('document')
      .leftJoinAndMapMany(
        'document.events',
        DocumentEvent,
        'event',
        'event.documentId = document.id AND event.kind IN (:...kinds)',
        { kinds },
      )
      .where({ id: In(ids), ...(clientId === null ? {} : { clientId }) })
      .orderBy('event.id')
      .getMany();
    return found as (TaxDocument & { events: DocumentEvent[] })[];
  }

  async findIdOfShipment(manager: EntityManager, shipmentId: number): Promise<number | null> {
    const document = await manager.withRepository(this.documents).findOneBy({ shipmentId });
    return document?.id ?? null;
  }

  /** Lists a client's documents of a month after an id, by id. @param month YYYY-MM */
  async listOfMonth(
    manager: EntityManager,
    clientId: number,
    month: string,
    { afterId, limit }: PageRequest,
  ): Promise<Page<StoredDocument>> {
    const { first, next } = daysOfMonth(month);
    const documents = await manager
      .withRepository(this.documents)
      .find({
        where: {
          clientId,
          id: MoreThan(afterId),
          issuedOn: And(MoreThanOrEqual(first), LessThan(next)),
        },
        order: { id: 'ASC' },
        take: limit + 1,
      });
    return toPage(documents, limit);
  }
}
