import { ApiProperty } from '@nestjs/swagger';
import {
  FailedDomainDto,
  FailedFieldDto,
  FailuresFileQuery,
  RequestFailureDto,
  RequestFailuresQuery,
  toFailureFilter,
  toRequestFailure,
} from '../../store-requests/failures/request-failures.dto.js';
import { OrNull } from '../../../platform/http/openapi/or-null.js';

export { FailuresFileQuery, RequestFailuresQuery, toFailureFilter, toRequestFailure };

export class FailureFieldDto extends FailedFieldDto {}

export class FailureDomainDto extends FailedDomainDto {}

export class FailureDto extends RequestFailureDto {
  @ApiProperty({ type: [FailureFieldDto], description: 'The first 20, without their values' })
  declare fields: FailureFieldDto[];

  @OrNull(FailureDomainDto, 'Of `domain_mismatch`: the domain that was sent, and that of the token')
  declare domain: FailureDomainDto | null;
}
