import { MODE_HEADER } from '../../platform/http/mode-header.js';
import { POLL_INTERVAL } from '../../platform/http/representation/representation.js';
import { INITIAL_STATUS } from '../../orders/order-lifecycle.js';
import {
  lifeInWords,
  TEST_POLL_SECONDS,
  TEST_SCENARIOS,
} from '../../orders/test-mode/test-scenarios.js';
import { html } from '../html.js';
import { code, prose, table, type Section } from '../section.js';

/** How a store is tried out before it sells. */
export function testMode(): Section {
  return {
    id: 'test-mode',
    title: 'Try it all out with a test token',
    body: html`<p>
        A test token (${code('wso_test_…')}, from the dashboard like a live token) works on the same
        addresses in the same way, but its orders are not real: they reserve no stock, are never
        charged or shipped, and are visible to your test tokens only. Its orders,
        ${code('store_order_id')}s and limits are separate from those of your live tokens. Every
        authenticated response to a test token carries the header ${code(`${MODE_HEADER}: test`)},
        and ${code('/api/me')} says ${code('"mode": "test"')}.
      </p>
      <p>
        It sees your products and the test products below. An order of a test product moves through
        the order lifecycle automatically, at the times below after its placement. If an order has
        several items, the first one that is in this table decides. So that you miss no status,
        ${code(POLL_INTERVAL)} of its status is ${TEST_POLL_SECONDS} while more changes will follow,
        and that of the list of orders is always ${TEST_POLL_SECONDS}.
      </p>
      ${table(
        ['SKU', 'What happens'],
        TEST_SCENARIOS.map((scenario) => [code(scenario.sku), prose(lifeInWords(scenario))]),
      )}
      <p>
        A test order of other products stays ${code(INITIAL_STATUS)} until it expires. When your
        store follows all of these, put the live token in: no call changes.
      </p>
      <p>
        Give the live token a database, or an outbox, of its own, and begin without the cursors of
        the test: an order that still waits there from a test would be sent as a real one.
      </p>`,
  };
}
