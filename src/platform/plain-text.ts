/** Digits of all scripts with the digit that they mean. Made at their first use, because stores seldom send them. */
let digits: ReadonlyMap<string, string> | undefined;

/** Removes characters that show nothing, such as those that copied contacts and PDFs have around numbers. */
export function withoutInvisible(text: string): string {
  return text.replace(/[\p{Cf}\p{DI}]/gu, '');
}

/** Returns true if a text is blank, or has only characters that show nothing. */
export function showsNothing(text: string): boolean {
  return !/[^\s\p{Cf}\p{DI}]/u.test(text);
}

/** Writes digits of all scripts, full-width signs and typographic dashes as those of ASCII, and leaves out what shows nothing. */
export function plainSigns(text: string): string {
  if (/^[ -~]*$/.test(text)) return text;
  return withoutInvisible(text)
    .replace(/[\uff01-\uff5e\ufe50-\ufe6b]/g, (sign) => sign.normalize('NFKC'))
    .replace(/[\p{Pd}\u2212]/gu, '-')
    .replace(/\p{Nd}/gu, (digit) => (digits ??= digitsOfAllScripts()).get(digit) ?? digit);
}

function digitsOfAllScripts(): Map<string, string> {
  return new Map(
    Intl.supportedValuesOf('numberingSystem').flatMap((numberingSystem) => {
      const format = new Intl.NumberFormat('en', { numberingSystem });
      return [...'0123456789'].map((digit): [string, string] => [
        format.format(Number(digit)),
        digit,
      ]);
    }),
  );
}
