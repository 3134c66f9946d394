import { schemaFunction } from './schema-functions.js';

const declared = (name: string): string =>
  `-- Greets.\nCREATE OR REPLACE FUNCTION ${name}() RETURNS text LANGUAGE sql AS 'SELECT 1';\n`;

describe('a file of a database function', () => {
  it('declares the function that it is named after', () => {
    const source = declared('greeting');
    expect(schemaFunction('people/greeting.sql', source)).toMatchObject({
      name: 'greeting',
      source,
    });
  });

  it('has a hash that changes with every character', () => {
    const { hash } = schemaFunction('greeting.sql', declared('greeting'));
    expect(hash).toMatch(/^[0-9a-f]{64}$/);
    expect(schemaFunction('greeting.sql', `${declared('greeting')}\n`).hash).not.toBe(hash);
  });

  it.each([
    ['another function', declared('farewell')],
    ['two functions', declared('greeting') + declared('greetings')],
    ['no function', 'SELECT 1;'],
    ['a function that cannot be applied again', declared('greeting').replace('OR REPLACE ', '')],
  ])('is refused with %s', (_, source) => {
    expect(() => schemaFunction('people/greeting.sql', source)).toThrow(
      'people/greeting.sql must have one "CREATE OR REPLACE FUNCTION greeting("',
    );
  });
});
