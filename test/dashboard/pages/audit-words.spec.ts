import { changedFacts } from '../../../src/platform/audit/audit-words.js';

describe('the pictures of a product in the audit log', () => {
  it.each([
    [[], ['/photos/a'], '1 photo added'],
    [['/photos/a', '/photos/b'], ['/photos/c'], '1 photo added, 2 photos removed'],
    [['/photos/a', '/photos/b'], ['/photos/b', '/photos/a'], 'other order'],
  ])('%j and then %j are “%s”', (before, after, words) => {
    const facts = changedFacts({ images: before, name: 'Pot' }, { images: after, name: 'Pan' });
    expect(facts).toEqual([
      ['images', undefined, words],
      ['name', 'Pot', 'Pan'],
    ]);
  });
});
