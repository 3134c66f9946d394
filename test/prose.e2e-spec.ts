import { join } from 'node:path';

interface Prose {
  findingsIn: (text: string, place: string) => string[];
}
const { findingsIn } = (await import(
  join(import.meta.dirname, '../scripts/checks/prose/prose.js')
)) as Prose;

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
