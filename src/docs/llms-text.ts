/** A page that a language model can read. */
interface ReadablePage {
  title: string;
  /** The path of its Markdown. */
  path: string;
  summary: string;
}

/**
 * The file by which language models find the documentation, in the form of llmstxt.org.
 *
 * @param origin where the service is reached, without a slash at its end
 */
export function llmsText(origin: string, pages: readonly ReadablePage[]): string {
  const links = pages.map(
    ({ title, path, summary }) => `- [${title}](${origin}${path}): ${summary}`,
  );
  return `# Wholesale Order API

> A REST API through which the backend of an online store reads a wholesale catalog, checks stock, places orders and follows
> them until they are delivered. Prices come from the store's plan and are never sent. Orders are paid in the dashboard.

Every request carries two headers: \`Authorization: Bearer <API_TOKEN>\` and \`X-Client-Domain\`, the domain that the token is
registered to. The token is secret, so calls come from a server, never from a browser. There are no webhooks.

## Documentation

${links.join('\n')}
- [OpenAPI document](${origin}/docs-json): every operation, field and error, for generators
`;
}
