import { neededPart } from '../../web/docs/client/needed-part.js';
import { DOCUMENTS, builtDocument } from '../support/native/contract.js';

it.each(Object.values(DOCUMENTS))(
  'Swagger UI reads of %s what an operation refers to, and nothing else',
  (file) => {
    const whole: Parameters<typeof neededPart>[0] = builtDocument(file);
    for (const path of Object.keys(whole.paths)) {
      const { paths, components } = neededPart(whole, ['paths', path, 'get']);
      expect(paths).toEqual({ [path]: whole.paths[path] });
      expect(components.securitySchemes).toBe(whole.components.securitySchemes);
      const referred = JSON.stringify([paths, components]).match(
        /(?<="#\/components\/schemas\/)\w+/g,
      );
      expect(new Set(Object.keys(components.schemas!))).toEqual(new Set(referred));
    }
    expect(neededPart(whole, ['components', 'securitySchemes']).paths).toEqual({});
    expect(neededPart(whole, ['components', 'schemas'])).toBe(whole);
  },
);
