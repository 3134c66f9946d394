import { isKnown } from './samples.js';

/** Numbers of calls to follow from a parameter to its arguments, tried in turn while a part of a text is unknown. */
const HOPS = [0, 1, 3];

/** Lists the texts that an argument of `.query(…)` can have; none if a part of them is known at run time only. */
export async function textsOf(values, argument) {
  let found = new Set();
  for (const hops of HOPS) {
    // Code may refuse a sample.
    const statements = await values.of(argument, hops).catch(() => []);
    const texts = statements.map((statement) => statement?.text ?? statement);
    const known = new Set(texts.filter((text) => typeof text === 'string' && isKnown(text)));
    if (known.size > found.size) found = known;
    if (known.size > 0 && texts.every(isKnown)) break;
  }
  return [...found];
}

/** Splits a text into its statements. */
export function statementsIn(text) {
  const statement = /(?:'[^']*'|"[^"]*"|--.*|\/\*[\s\S]*?\*\/|(\$\w*\$)[\s\S]*?\1|[^;])+/g;
  return (text.match(statement) ?? []).filter((part) => part.trim() !== '');
}
