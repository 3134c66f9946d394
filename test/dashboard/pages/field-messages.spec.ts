import {
  fieldsForPeople,
  messageForPeople,
  type FieldProblem,
} from '../../../web/src/api/field-messages.js';
import { jest } from '@jest/globals';
import { reading } from '../../../web/src/api/operations.js';

const rejected = (field: string, message: string) => ({ field, message, code: 'invalid' });

const LABELS: Partial<Record<string, string>> = { credit_limit: 'Limit' };

const sentenceOf = (field: string, message: string): string | undefined =>
  fieldsForPeople([rejected(field, message)], (name) => LABELS[name] ?? null)[0]?.message;

describe('the message about a rejected field', () => {
  it('names the field by its label on the page', () => {
    const message = 'credit_limit must be from 0 to 100';
    expect(sentenceOf('credit_limit', message)).toBe('Limit must be from 0 to 100.');
  });

  it.each([
    ['tax_deducted', 'Tax deducted'],
    ['shipping.pincode', 'Pincode'],
    ['items.2.quantity', 'Quantity (row 3)'],
    ['order_numbers.0', 'Order numbers (row 1)'],
    ['tracking_url', 'Tracking URL'],
  ])('names %s, which has no label there, in words', (field, name) => {
    expect(sentenceOf(field, `${field} is required`)).toBe(`${name} is required.`);
  });

  it('names no key of the answer', () => {
    const [problem] = fieldsForPeople(
      [
        {
          field: 'items.0.variation',
          code: 'variation_required',
          message: 'variation is required: expected one of "keys"',
        },
      ],
      () => null,
    );
    expect(problem?.message).toBe('Choose a variation.');
  });

  it('stays as it is if it does not begin with the field', () => {
    expect(sentenceOf('totp', 'the code is wrong')).toBe('The code is wrong.');
    expect(sentenceOf('name', 'Choose another name.')).toBe('Choose another name.');
  });
});

describe('the message of a refused call', () => {
  const refused = (code: string, ...fields: FieldProblem[]): string => {
    const answer = { code, message: 'The request was refused; "errors" names every field.' };
    return messageForPeople(
      answer,
      fieldsForPeople(fields, () => null),
    );
  };

  it('says what to correct in each field', () => {
    const fields = [rejected('amount', 'amount is required'), rejected('utr', 'utr is required')];
    expect(refused('validation_failed', ...fields)).toBe('Amount is required. UTR is required.');
  });

  it('asks to reload a page that sends fields that the service does not know', () => {
    const unknown = { field: 'renamed', code: 'unknown_field', message: 'renamed is not known' };
    expect(refused('unknown_field', unknown)).toMatch(/^The service was updated .* Reload/);
    const fields = [unknown, rejected('sku', 'sku is required')];
    expect(refused('validation_failed', ...fields)).toBe('SKU is required.');
  });

  it('says when to try again without naming a header', () => {
    expect(refused('rate_limited')).toMatch(/Try again in a minute\.$/);
    expect(refused('unavailable')).toMatch(/Try again in a minute\.$/);
  });

  it.each([
    [
      'Order WO-1 is awaiting_payment and cannot become partially_shipped or shipped: expected pending or partially_shipped.',
      'WO-1 is not paid yet.',
    ],
    [
      'Order WO-1 is cancelled and cannot become shipped: expected pending or partially_shipped.',
      'WO-1 was canceled.',
    ],
    [
      'Order WO-1 is shipped: it can be canceled while it is awaiting_payment or pending.',
      'Order WO-1 is shipped: it can be canceled while it is not shipped.',
    ],
    [
      'Order WO-1 is cancelled and cannot become pending. Money for it is credited to the wallet.',
      'Order WO-1 is canceled and cannot become paid. Money for it is credited to the wallet.',
    ],
    ['A refund of it is pending.', 'A refund of it is pending.'],
  ])('names no status by its code: "%s"', (message, shown) => {
    expect(messageForPeople({ code: 'transition_refused', message }, [])).toBe(shown);
  });

  it('is the text of the service otherwise', () => {
    expect(refused('on_hold')).toBe('The request was refused; "errors" names every field.');
  });
});

describe('calls of the dashboard', () => {
  afterEach(() => jest.restoreAllMocks());

  it('leave out headers without a value', async () => {
    const send = jest.spyOn(globalThis, 'fetch').mockResolvedValue(Response.json({ data: [] }));
    const read = reading<{ headers: { 'If-Match'?: string; 'X-Page': string } }, object>('x', '/x');
    const { signal } = new AbortController();
    await read({ headers: { 'If-Match': undefined, 'X-Page': '1' } }).queryFn({ signal });
    const request = new Request('http://localhost/x', send.mock.calls[0]![1]);
    expect([...request.headers]).toEqual([
      ['accept', 'application/json'],
      ['x-page', '1'],
    ]);
  });
});
