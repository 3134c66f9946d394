import { readFile } from 'node:fs/promises';
import { transitions } from '../../src/orders/lifecycle/order-lifecycle.js';
import { lifeDiagram } from '../../web/docs/build/life-diagram.js';

describe('the drawing of the order lifecycle', () => {
  it('is drawn from the transitions in the code', async () => {
    const page = await readFile('dist/site/docs/start.html', 'utf8');
    expect(page).toContain(lifeDiagram(transitions()));
  });
});
