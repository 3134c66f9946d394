const NAMES = new Map<string, string>();

/**
 * Lets each session keep the plan of a statement that many requests run, instead of planning it again: that of a page of orders takes
 * longer than reading it. For texts whose one plan is good for all parameters.
 *
 * @returns the text, for `manager.query`
 */
export function prepared(name: string, text: string): string {
  NAMES.set(text, name);
  return text;
}

/** Finds the name of a prepared text. */
export function preparedName(text: unknown): string | undefined {
  return NAMES.get(text as string);
}
