/** The part of the browser's Trusted Types that is used here. */
interface TrustedTypes {
  createPolicy(
    name: 'default',
    rules: Record<'createHTML' | 'createScriptURL', (text: string) => string>,
  ): unknown;
}

/**
 * Accepts text without markup where a library sets HTML, as Mantine does for style elements, and the service's own files as workers.
 * The page's content security policy refuses all other policies.
 */
export function allowTextAndOwnWorkers(): void {
  const { trustedTypes } = window as { trustedTypes?: TrustedTypes };
  trustedTypes?.createPolicy('default', {
    createHTML(text) {
      if (text.includes('<')) throw new TypeError('Expected text without markup.');
      return text;
    },
    createScriptURL(address) {
      const { origin, pathname } = new URL(address, location.href);
      if (origin !== location.origin || !pathname.startsWith('/dashboard/assets/')) {
        throw new TypeError('Expected a file of the dashboard.');
      }
      return address;
    },
  });
}
