/** Lint rule: a sentence of a docstring has at most 25 words, and at most two sentences stand before a list. Tags and commands are not checked. */
const WORDS_MAX = 25;
const SENTENCES_MAX = 2;
const TAG = /(?:^|\s)@(?:param|property|returns|template|throws|type|typedef|yields)\b[^]*/;
const CODE = /`[^`]*`|\{@link [^}]*\}/g;
/** Indented block of commands, after an empty line. */
const COMMANDS = /(?<=\n\s*\n) {2,}[^]*?(?=\n\s*\n|$)/g;
/** Beginning of the next item or paragraph. */
const BLOCK = /\n\s*(?:- |\d\. |\n)/;
const SENTENCE = /(?<=[.!?]["”)]?)\s+(?=[A-Z“"(])/;

/** Returns the problem with the text of a docstring, or null. */
export function faultOf(text) {
  const blocks = text
    .replace(TAG, '')
    .replace(CODE, 'Code')
    .replace(COMMANDS, '')
    .split(BLOCK)
    .map((block) => block.trim().split(SENTENCE));
  const long = blocks.flat().find((sentence) => sentence.split(/\s+/).length > WORDS_MAX);
  if (long !== undefined) {
    const beginning = long.split(/\s+/).slice(0, 4).join(' ');
    return `has a sentence of more than ${WORDS_MAX} words, which begins with "${beginning}"`;
  }
  return blocks[0].length > SENTENCES_MAX
    ? `has ${blocks[0].length} sentences: expected at most ${SENTENCES_MAX}, and then a list`
    : null;
}

export const docstrings = {
  meta: { type: 'suggestion', schema: [] },
  create: ({ sourceCode, report }) => ({
    Program() {
      for (const comment of sourceCode.getAllComments()) {
        if (comment.type !== 'Block' || !comment.value.startsWith('*')) continue;
        const fault = faultOf(comment.value.replaceAll(/^\s*\*+ ?/gm, ''));
        if (fault !== null) report({ loc: comment.loc, message: `This docstring ${fault}.` });
      }
    },
  }),
};
