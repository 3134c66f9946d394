import { join } from 'node:path';
import { ESLint } from 'eslint';

const root = join(import.meta.dirname, '../..');
/** Types take seconds, and ESLint refuses to run a rule that needs them. */
const WITHOUT_TYPES = { languageOptions: { parserOptions: { projectService: false } } };

/** Returns the messages of a rule of the project's own ESLint for a text in the place of a file of src. */
export async function complaints(rule: string, file: string, text: string): Promise<string[]> {
  const eslint = new ESLint({
    cwd: root,
    overrideConfig: WITHOUT_TYPES,
    ruleFilter: ({ ruleId }) => ruleId === rule,
  });
  const [result] = await eslint.lintText(text, { filePath: join(root, 'src', file) });
  return result!.messages.map(({ message }) => message);
}
