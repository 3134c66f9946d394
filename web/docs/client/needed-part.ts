interface OpenApi {
  paths: Record<string, unknown>;
  components: Record<string, Record<string, unknown>>;
}

const REFERENCE = /"\$ref":"#\/components\/(\w+)\/(\w+)"/g;

/**
 * Takes from a document what a place of it needs. Swagger UI reads all that it is given each time that an operation is opened: three seconds
 * for the Admin API.
 *
 * @param place keys that lead from the top of the document to the place
 */
export function neededPart<T extends OpenApi>(
  document: T,
  [section, path = '']: readonly string[],
): T {
  // The list of schemas shows all of them.
  if (path === 'schemas') return document;
  const { securitySchemes = {} } = document.components;
  const components: OpenApi['components'] = { securitySchemes };
  const paths = section === 'paths' ? { [path]: document.paths[path] } : {};
  const takeReferred = (value: unknown): void => {
    for (const [, kind = '', name = ''] of JSON.stringify(value).matchAll(REFERENCE)) {
      const taken = (components[kind] ??= {});
      if (name in taken) continue;
      taken[name] = document.components[kind]?.[name];
      takeReferred(taken[name]);
    }
  };
  takeReferred(paths);
  return { ...document, paths, components };
}
