import converter from 'openapi-to-postmanv2';

const DOMAIN_HEADER = { key: 'X-Client-Domain', value: '{{domain}}' };

/**
 * Converts an OpenAPI document to a Postman collection (format 2.1) with the variables `base_url`, `token` and `domain`. The same
 * document always gives the same collection.
 *
 * @throws Error if the document cannot be converted
 */
export async function postmanCollection(document) {
  const { info, item } = withoutIds(await convert(document));
  return {
    info,
    auth: {
      type: 'bearer',
      bearer: [{ key: 'token', value: '{{token}}', type: 'string' }],
    },
    variable: [
      { key: 'base_url', value: 'http://localhost:3000' },
      { key: 'token', value: '', description: 'The API token, wso_…' },
      { key: 'domain', value: '', description: 'The domain the token is registered to' },
    ],
    item: item.map(withVariables),
  };
}

function convert(document) {
  const options = {
    folderStrategy: 'Tags',
    parametersResolution: 'Example',
    alwaysInheritAuthentication: true,
    includeAuthInfoInExample: false,
    enableOptionalParameters: false,
  };
  return new Promise((resolve, reject) => {
    converter.convertV2(
      { type: 'string', data: JSON.stringify(document) },
      options,
      (error, { result, reason, output }) => {
        if (error || !result)
          reject(new Error(`no Postman collection: ${error?.message ?? reason}`));
        else resolve(output[0].data);
      },
    );
  });
}

/** Removes ids: the converter creates new ones at every run, and Postman adds its own to a collection without ids. */
function withoutIds(value) {
  if (Array.isArray(value)) return value.map(withoutIds);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => key !== 'id' && key !== '_postman_id')
      .map(([key, item]) => [key, withoutIds(item)]),
  );
}

/** Returns a folder or request that uses {{base_url}} and has the X-Client-Domain header, which the converter omits. */
function withVariables(item) {
  if (item.item !== undefined) return { ...item, item: item.item.map(withVariables) };
  return {
    ...item,
    request: identified(item.request),
    response: item.response.map((response) => ({
      ...response,
      originalRequest: identified(response.originalRequest),
    })),
  };
}

function identified({ url, header = [], ...request }) {
  return {
    ...request,
    auth: undefined,
    header: [DOMAIN_HEADER, ...header],
    url: { ...url, raw: `{{base_url}}/${url.path.join('/')}`, host: ['{{base_url}}'] },
  };
}
