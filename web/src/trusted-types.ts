/** The part of the browser's Trusted Types that is used here. */
interface TrustedTypes {
  createPolicy(
    name: 'default',
    rules: Record<'createHTML' | 'createScriptURL', (text: string) => string>,
  ): unknown;
}

/**
 * Accepts text without markup wherever a library sets HTML, because Mantine writes the text of style elements so, and the
 * service's own files as workers. The content security policy of the page refuses all other policies. Older browsers have
 * no Trusted Types.
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
