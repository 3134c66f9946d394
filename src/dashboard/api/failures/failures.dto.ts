import { ApiProperty } from '@nestjs/swagger';
import {
  FailedFieldDto,
  FailuresFileQuery,
  RequestFailureDto,
  RequestFailuresQuery,
  toRequestFailure,
} from '../../../auth/request-failures/request-failures.dto.js';

export { FailuresFileQuery, RequestFailuresQuery, toRequestFailure };

export class FailureFieldDto extends FailedFieldDto {}

export class FailureDto extends RequestFailureDto {
  @ApiProperty({ type: [FailureFieldDto], description: 'The first 20, without their values' })
  declare fields: FailureFieldDto[];
}
