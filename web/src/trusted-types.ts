/** The part of the browser's Trusted Types that is used here. */
interface TrustedTypes {
  createPolicy(name: 'default', rules: { createHTML: (text: string) => string }): unknown;
}

/**
 * Accepts text without markup wherever a library sets HTML, and nothing else: Mantine writes the text of style elements so. The
 * content security policy of the page refuses all other policies. Older browsers have no Trusted Types.
 */
export function allowTextOnly(): void {
  const { trustedTypes } = window as { trustedTypes?: TrustedTypes };
  trustedTypes?.createPolicy('default', {
    createHTML(text) {
      if (text.includes('<')) throw new TypeError('Expected text without markup.');
      return text;
    },
  });
}
