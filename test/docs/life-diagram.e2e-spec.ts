import { readFile } from 'node:fs/promises';
import { transitions } from '../../src/orders/lifecycle/order-lifecycle.js';
import { lifeDiagram } from '../../web/docs/build/life-diagram.js';

it('the drawing of the order lifecycle is drawn from the transitions in the code', async () => {
  expect(await readFile('dist/site/docs/start.html', 'utf8')).toContain(lifeDiagram(transitions()));
});
