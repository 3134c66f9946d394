/**
 * Lint rule: the docstring of a function begins with a verb in the third person that says what is done ("Finds …", but not
 * "Returns …"), that of a type with a noun, and none with a relative word ("What …", "Whether …").
 */
const RELATIVE = /^(What|Whether|Of|How|Which|Where|Who|Whom|Whose|Why|When|While)(ever)?$/;
const NO_VERBS = words(
  'This These Those Its As Always Less Unless Plus Various Perhaps Sometimes Towards Besides Across Versus Yes Nothing Nulls',
);
/** A word in s before one of these is a plural noun: "Rows of a table". */
const AFTER_A_NOUN = words('of whose who');
const VERBS_OF_SERVICES = words(
  `Adds Answers Applies Asks Builds Changes Checks Compares Counts Creates Deletes Finds Gives Handles Keeps Lets Lists Makes Moves
  Opens Pays Places Puts Reads Removes Runs Sends Serves Sets Shows Starts Stores Takes Tells Turns Writes`,
);

/** Names the problem with the beginning of a docstring, or null. */
export function faultOf(kind, text) {
  const [first = '', second = ''] = text.trim().split(/\s+/);
  if (RELATIVE.test(first)) return `begins with the relative word "${first}"`;
  const isVerb = /^[A-Z][a-z-]+s$/.test(first) && !NO_VERBS.has(first) && !AFTER_A_NOUN.has(second);
  if (kind === 'function' && (!isVerb || first === 'Returns')) {
    return `begins with "${first}": expected a verb in the third person that says what is done, such as "Finds"`;
  }
  if (kind === 'type' && VERBS_OF_SERVICES.has(first) && isVerb) {
    return `begins with "${first}": expected a noun, as this describes a type`;
  }
  return null;
}

export const docstrings = {
  meta: { type: 'suggestion', schema: [] },
  create: ({ sourceCode, report }) => ({
    Program() {
      for (const comment of sourceCode.getAllComments()) {
        if (comment.type !== 'Block' || !comment.value.startsWith('*')) continue;
        const text = comment.value.replaceAll(/^\s*\*+\s?/gm, '').trim();
        const token = sourceCode.getTokenAfter(comment);
        if (text === '' || /@typedef|^@/.test(text) || token === null) continue;
        const fault = faultOf(kindOf(sourceCode, token), text);
        if (fault !== null) report({ loc: comment.loc, message: `This docstring ${fault}.` });
      }
    },
  }),
};

/** Tells the kind of the declaration that begins with a token: "function", "type", or "value" for everything else. */
function kindOf(sourceCode, token) {
  let node = sourceCode.getNodeByRangeIndex(token.range[0]);
  while (node.parent?.range[0] === token.range[0] && node.parent.type !== 'Program') {
    node = node.parent;
  }
  const declared = node.declaration ?? node;
  const value = declared.declarations?.[0]?.init ?? declared.value ?? declared;
  if (declared.kind === 'constructor' || declared.kind === 'get') return 'value';
  if (/Function|^TSMethodSignature$|^TSAbstractMethod|^TSDeclareFunction$/.test(value.type)) {
    return 'function';
  }
  return /^(Class|TSInterface|TSTypeAlias|TSEnum)Declaration$/.test(declared.type)
    ? 'type'
    : 'value';
}

function words(text) {
  return new Set(text.split(/\s+/));
}
