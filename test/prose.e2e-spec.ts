import { join } from 'node:path';

const { findingsIn, longRecords } = (await import(
  join(import.meta.dirname, '../scripts/checks/prose/prose.js')
)) as Record<'findingsIn' | 'longRecords', (text: string, path: string) => string[]>;

const { unknownWords } = (await import(
  join(import.meta.dirname, '../scripts/checks/prose/spelling.js')
)) as { unknownWords: (text: string, path: string) => string[] };

/** Picks the findings without their advice, which docs/glossary.md may reword. */
function found(...lines: string[]): string[] {
  return findingsIn(lines.join('\n'), 'a.ts').map((finding) => finding.split(': write ')[0]!);
}

describe('the finder of rejected phrases', () => {
  it('names the place, the phrase and what to write instead', () => {
    expect(findingsIn('the whole catalogue', 'docs/a.md')).toEqual([
      'docs/a.md:1 "catalogue": write catalog',
    ]);
  });

  it.each([
    ['in a paragraph', 'The client is', 'told later.'],
    ['in a block comment', ' * The client is', ' * told later.'],
    ['in line comments', '  // The client is', '  // told later.'],
    ['in SQL comments', '-- The client is', '-- told later.'],
    ['in a quote', '> The client is', '> told later.'],
  ])('finds a phrase across a line break %s, and names its first line', (_, first, second) => {
    expect(found('A sentence.', first, second)).toEqual(['a.ts:2 "is told"']);
  });

  it.each([
    ['camelCase', 'readInstantOf(row)'],
    ['PascalCase', 'class InstantReader {'],
    ['snake_case', 'SELECT changed_instant FROM orders'],
    ['UPPER_CASE', 'const LAST_INSTANT = 1;'],
    ['kebab-case', "import './instant-reader.js';"],
  ])('finds a word inside a %s name', (_, line) => {
    expect(found(line)).toEqual(['a.ts:1 "instant"']);
  });

  it('finds a word at the beginning of a sentence, and every one of a line', () => {
    expect(found('Nobody knows the instant.')).toEqual(['a.ts:1 "nobody"', 'a.ts:1 "instant"']);
  });

  it.each(['instantly', 'an instantiated class', 'mendacious', 'masterpieces'])(
    'accepts %j, which only contains the letters of a rejected word',
    (text) => {
      expect(found(text)).toEqual([]);
    },
  );

  it('accepts the names that clients and operating systems rely on', () => {
    expect(found("code: 'instant_expected',", "const USERS = ['postgres', 'nobody'];")).toEqual([]);
    expect(found('nobody', 'instant_expected_by')).not.toEqual([]);
  });
});

describe('the finder of long records', () => {
  const words = (count: number): string => 'word '.repeat(count);

  it('finds a decision of more than 200 words', () => {
    expect(longRecords(words(201), 'docs/decisions/a.md')).toEqual([
      'docs/decisions/a.md has 201 words: expected at most 200',
    ]);
  });

  it.each([
    ['a decision of 200 words', words(200), 'docs/decisions/a.md'],
    ['the index of all decisions', words(201), 'docs/decisions/README.md'],
    ['other documents', words(201), 'docs/payments.md'],
  ])('accepts %s', (_, text, path) => {
    expect(longRecords(text, path)).toEqual([]);
  });
});

// Typos on purpose. spelling: off
describe('the finder of unknown words', () => {
  const [OFF, ON] = ['spelling: off', `spelling: ${'on'}`];
  const unknown = (text: string, path: string): string[] =>
    unknownWords(text, path).map((finding) => finding.split(': ')[0]!);

  it.each([
    ['a document', 'docs/a.md', 'It is delivred.'],
    ['a comment', 'src/a.ts', '/** It is delivred. */'],
    ['a string', 'src/a.ts', "const text = 'delivred';"],
    ['the text of a template', 'src/a.ts', 'const text = `${count} delivred`;'],
    ['a part of a name', 'docs/a.sql', 'SELECT isDelivred'],
    ['a plural', 'deploy/a.yaml', 'delivreds: 1'],
  ])('finds a typo in %s', (_, path, text) => {
    const found = unknown(`The order\n${text}`, path);
    expect(found).toEqual([expect.stringMatching(new RegExp(`^${path}:2 ".*delivreds?"$`, 'i'))]);
  });

  it.each([
    ['names in code', 'src/a.ts', 'const delivred = read(delivred);'],
    ['known words with endings', 'a.md', "orders' GSTINs, Patroni's, the customer’s, O'Brien"],
    ['parts of a name', 'a.md', 'readOrderNumber PostgreSQL SQLSTATEs'],
    [
      'addresses, escapes and hashes',
      'a.md',
      'https://xqzw.example/qwrt \\nline 3f2aqwxz0123456789',
    ],
    ['what is marked', 'a.md', `${OFF} delivred ${ON}`],
  ])('accepts %s', (_, path, text) => {
    expect(unknown(text, path)).toEqual([]);
  });

  it('goes on after what is marked', () => {
    expect(unknown(`${OFF}\nqwrt ${ON}\nqwrt`, 'a.md')).toEqual(['a.md:3 "qwrt"']);
  });
});
