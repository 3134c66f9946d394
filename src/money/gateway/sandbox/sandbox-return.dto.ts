import { Text } from '../../../platform/http/input/fields.js';

const ID_LENGTH = 40;
const SIGNATURE_LENGTH = 64;

export class SandboxReturnDto {
  [field: string]: string;

  @Text({ max: ID_LENGTH })
  order_id: string;

  @Text({ max: ID_LENGTH })
  payment_id: string;

  @Text({ max: SIGNATURE_LENGTH })
  signature: string;
}
