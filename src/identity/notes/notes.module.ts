import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditModule } from '../../platform/audit/audit.module.js';
import { NotesService } from './notes.service.js';
import { Note } from './note.entity.js';

/** Internal notes of operators. */
@Module({
  imports: [TypeOrmModule.forFeature([Note]), AuditModule],
  providers: [NotesService],
  exports: [NotesService],
})
export class NotesModule {}
