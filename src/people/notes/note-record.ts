import { ApiProperty } from '@nestjs/swagger';
import { Text } from '../../platform/http/input/fields.js';
import { NOTE_LENGTH, type Note } from './note.entity.js';

export class AddNoteDto {
  @Text({
    max: NOTE_LENGTH,
    lineBreaks: true,
    api: { example: 'Called: the customer is away until Monday' },
  })
  text: string;
}

export class NoteDto {
  @ApiProperty({ type: 'integer' })
  id: number;

  @ApiProperty({ description: 'Who wrote it, as in the audit log' })
  author: string;

  @ApiProperty()
  text: string;

  @ApiProperty({ format: 'date-time' })
  created_at: string;
}

export function toNote({ id, author, text, createdAt }: Note): NoteDto {
  return { id, author, text, created_at: createdAt.toISOString() };
}
