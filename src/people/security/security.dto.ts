import { ApiProperty } from '@nestjs/swagger';

export class EndedAccessDto {
  @ApiProperty({ type: 'integer', description: 'People whose sessions ended' })
  people: number;
}
