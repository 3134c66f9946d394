import { ApiPropertyOptional } from '@nestjs/swagger';
import { LIMITS } from '../platform/config/limits.js';
import { Text } from '../platform/http/input/fields.js';
import { text } from '../platform/http/response-dto/response-dto.js';

/** An optional text of an order that a store sends next to the customer, the address and the items. */
interface OrderText {
  max: number;
  lineBreaks: boolean;
  /** Before the text on a packing slip. */
  label: string;
  description: string;
  example: string;
  /** True if it is removed with the customer's data. */
  isPersonal: boolean;
}

/**
 * The optional texts of an order. An entry here makes a field of the request, its hash, its differences and corrections, of the
 * stored order, the whole order, the operators' record and the packing slip, and of the removal of personal data. What else an
 * entry needs is in CONTRIBUTING.md.
 */
export const ORDER_TEXTS = {
  notes: {
    max: LIMITS.notesLength,
    lineBreaks: true,
    label: 'Note',
    description: 'Special instructions',
    example: 'Please call before delivery',
    isPersonal: true,
  },
  gift_message: {
    max: 200,
    lineBreaks: true,
    label: 'Gift message',
    description: 'Printed for the receiver of a gift',
    example: 'Happy Diwali, from Ravi',
    isPersonal: true,
  },
} as const satisfies Record<string, OrderText>;

export type OrderTextName = keyof typeof ORDER_TEXTS;
/** The texts of an order; null where none was sent. Names on the wire, in rows and in the database are the same word. */
export type OrderTexts = Record<OrderTextName, string | null>;

export const ORDER_TEXT_NAMES = Object.keys(ORDER_TEXTS) as OrderTextName[];

/** Makes the texts of an order, each by its name. */
export function textsBy<T>(make: (name: OrderTextName) => T): Record<OrderTextName, T> {
  return Object.fromEntries(ORDER_TEXT_NAMES.map((name) => [name, make(name)])) as never;
}

/** Reads the texts of a request or an order; null where none was sent. */
export function textsOf(from: Partial<OrderTexts>): OrderTexts {
  return textsBy((name) => from[name] ?? null);
}

/** Lists the values that identify a request. Texts after the first count only if sent, so that earlier hashes stay. */
export function hashedTexts(texts: OrderTexts): unknown[] {
  const [first, ...later] = ORDER_TEXT_NAMES;
  const sent = later.filter((name) => texts[name] !== null);
  return [texts[first!], ...sent.map((name) => [name, texts[name]])];
}

/** Makes the base class of a DTO with the texts. */
function withTexts(
  decorate: (name: OrderTextName) => PropertyDecorator,
): new () => Partial<OrderTexts> {
  // Its fields come from the list, and not from its body.
  // oxlint-disable-next-line typescript/no-extraneous-class
  class WithTexts {}
  for (const name of ORDER_TEXT_NAMES) decorate(name)(WithTexts.prototype, name);
  return WithTexts;
}

/** Makes the base class of the DTO of a request. @param isClearable true if null removes a text */
export function requestWithTexts(isClearable = false): new () => Partial<OrderTexts> {
  return withTexts((name) => {
    const { max, lineBreaks, description, example } = ORDER_TEXTS[name];
    const api = isClearable
      ? { nullable: true, example, description: 'null removes it' }
      : { description, example };
    return Text({ max, lineBreaks, optional: true, api });
  });
}

/** Makes the fields of an answer that shows the texts. */
export function shownTexts(): Record<
  OrderTextName,
  readonly [ReturnType<ReturnType<typeof text>['orNull']>, (row: OrderTexts) => string | null]
> {
  return textsBy((name) => [text().orNull(), (row) => row[name]] as const);
}

/** Makes the base class of the DTO of an answer, which also has the reason of a cancellation. */
export function answerWithTexts(
  description: string,
): new () => Partial<OrderTexts> & { cancel_reason?: string | null } {
  const decorate = (): PropertyDecorator =>
    ApiPropertyOptional({ type: String, nullable: true, description });
  const base = withTexts(decorate);
  decorate()(base.prototype as object, 'cancel_reason');
  return base;
}

/** Assignments that remove the personal texts of stored orders. */
export const WITHOUT_PERSONAL_TEXTS = ORDER_TEXT_NAMES.filter(
  (name) => ORDER_TEXTS[name].isPersonal,
)
  .map((name) => `${name} = NULL`)
  .join(', ');
