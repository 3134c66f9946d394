import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { LessThan, Repository, type EntityManager } from 'typeorm';
import { AuditService } from '../../platform/audit/audit.service.js';
import { readPage, type NewestFirst, type Page } from '../../platform/http/paging/page.js';
import { Note } from './note.entity.js';

/** Internal notes of operators. The module of a subject checks that it exists. */
@Injectable()
export class NotesService {
  constructor(
    private readonly audit: AuditService,
    @InjectRepository(Note) private readonly notes: Repository<Note>,
  ) {}

  /** Lists the notes about a subject, the latest first. */
  async list(manager: EntityManager, subject: string, page: NewestFirst): Promise<Page<Note>> {
    return readPage(page, ({ beforeId, limit }) =>
      manager
        .withRepository(this.notes)
        .find({
          where: { subject, ...(beforeId !== null && { id: LessThan(beforeId) }) },
          order: { id: 'DESC' },
          take: limit,
        }),
    );
  }

  /** Adds a note in the caller's transaction. The audit log only has its id, so that it can be removed with customer data. */
  async add(manager: EntityManager, subject: string, text: string): Promise<Note> {
    const repository = manager.withRepository(this.notes);
    const note = repository.create({ subject, text, author: this.audit.origin().actor });
    await repository.insert(note);
    await this.audit.record(manager, { action: 'note.added', subject, after: { note: note.id } });
    return note;
  }
}
