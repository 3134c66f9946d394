import {
  ALWAYS_TRUE,
  eachShownBy,
  responseDto,
  criteriaOf,
  flag,
  integer,
  money,
  part,
  parts,
  text,
  time,
} from './response-dto.js';

interface Line {
  sku: string;
  priceMinor: number;
}
interface Receipt {
  id: number;
  amountMinor: number;
  paidMinor: number;
  isReversed: boolean;
  receivedAt: Date | null;
  note?: string | undefined;
  lines: readonly Line[];
  first: Line | null;
}

class LineDto extends responseDto<Line>()({ sku: text(), price: money() }) {}

class SkuDto {
  constructor(readonly sku = '') {}
}

class ReceiptDto extends responseDto<Receipt>()({
  success: ALWAYS_TRUE,
  id: integer(),
  left: [money(), ({ amountMinor, paidMinor }) => amountMinor - paidMinor],
  total: [money(), 'amountMinor'],
  reversed: flag(),
  received_at: time().orNull(),
  note: text().optional(),
  lines: parts(LineDto),
  skus: [eachShownBy(SkuDto, ({ sku }: Line) => new SkuDto(sku)), 'lines'],
  first: part(LineDto).orNull(),
}) {}

const row: Receipt = {
  id: 7,
  amountMinor: 12_345,
  paidMinor: 45,
  isReversed: false,
  receivedAt: new Date('2026-11-25T06:00:00Z'),
  lines: [{ sku: 'A', priceMinor: 1 }],
  first: null,
};

describe('a declared answer', () => {
  it('shows a row field by field, and nothing else of it', () => {
    const secret = { ...row, passwordHash: 'x' };
    expect(ReceiptDto.show(secret)).toEqual({
      success: true,
      id: 7,
      left: 123,
      total: 123.45,
      reversed: false,
      received_at: '2026-11-25T06:00:00.000Z',
      note: undefined,
      lines: [{ sku: 'A', price: 0.01 }],
      skus: [new SkuDto('A')],
      first: null,
    });
  });

  it('shows null where a value can be null', () => {
    expect(ReceiptDto.show({ ...row, receivedAt: null }).received_at).toBeNull();
  });

  it('is refused by the compiler where the row lacks a value, or has another type', () => {
    const declare = responseDto<Line>();
    // @ts-expect-error the row has no "name"
    const missing: new () => object = declare({ name: text() });
    // @ts-expect-error "sku" is no number
    const wrong: new () => object = declare({ sku: integer() });
    // @ts-expect-error the function reads a text
    const read: new () => object = declare({ price: [money(), ({ sku }: Line) => sku] });
    expect([missing, wrong, read]).toHaveLength(3);
  });
});

it('criteria of a query have their names in code', () => {
  const query = { client_id: 7, created_from: undefined, status: 'open' };
  expect(criteriaOf(query)).toEqual({ clientId: 7, createdFrom: undefined, status: 'open' });
});
