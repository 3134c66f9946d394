import { responseDto, integer, text, time } from '../../platform/http/response-dto/response-dto.js';
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

export class NoteDto extends responseDto<Note>()({
  id: integer(),
  author: text('Who wrote it, as in the audit log'),
  text: text(),
  created_at: time(),
}) {}
