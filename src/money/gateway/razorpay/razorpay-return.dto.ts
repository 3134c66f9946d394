import { Text } from '../../../platform/http/input/fields.js';

const ID_LENGTH = 40;
const SIGNATURE_LENGTH = 64;

export class RazorpayReturnDto {
  [field: string]: string;

  @Text({ max: ID_LENGTH })
  razorpay_order_id: string;

  @Text({ max: ID_LENGTH })
  razorpay_payment_id: string;

  @Text({ max: SIGNATURE_LENGTH })
  razorpay_signature: string;
}
