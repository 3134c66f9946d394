import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

describe('the drawing of the order lifecycle', () => {
  it('is what the transitions in the code are drawn as', async () => {
    await expect(run(process.execPath, ['scripts/docs/life-diagram.js', 'check'])).resolves.toEqual(
      {
        stdout: '',
        stderr: '',
      },
    );
  });
});
