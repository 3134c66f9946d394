import { Module } from '@nestjs/common';
import { AuditModule } from '../../platform/audit/audit.module.js';
import { NotesService } from './notes.service.js';

/** Internal notes of operators. */
@Module({ imports: [AuditModule], providers: [NotesService], exports: [NotesService] })
export class NotesModule {}
