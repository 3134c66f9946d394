import {
  FailedDomainDto,
  FailedFieldDto,
  FailuresFileQuery,
  RequestFailureDto,
  RequestFailuresQuery,
} from '../../store-requests/failures/request-failures.dto.js';
import { responseDto, part, parts } from '../../../platform/http/response-dto/response-dto.js';
import type { ListedFailure } from '../../store-requests/failures/request-failures.repository.js';

export { FailuresFileQuery, RequestFailuresQuery };

export class FailureFieldDto extends FailedFieldDto {}

export class FailureDomainDto extends FailedDomainDto {}

const { domain, ...fields } = RequestFailureDto.fields;

export class FailureDto extends responseDto<ListedFailure>()({
  ...fields,
  fields: parts(FailureFieldDto, 'The first 20, without their values'),
  domain: [
    part(
      FailureDomainDto,
      'Of `domain_mismatch`: the domain that was sent, and that of the token',
    ).orNull(),
    domain[1],
  ],
}) {}
