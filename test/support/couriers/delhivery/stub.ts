import type { StubAnswer, StubOptions } from '../stub-server.js';
import { DelhiveryDepot, type DelhiveryFault } from './depot.js';
import { failed, NO_MONEY } from './texts.js';

/** Delhivery's API on a port of this machine. */
export class DelhiveryStub extends DelhiveryDepot {
  static async open(options: StubOptions = {}): Promise<DelhiveryStub> {
    return new DelhiveryStub(options).listen();
  }

  protected answerWith(fault: DelhiveryFault, execute: () => StubAnswer): StubAnswer | null {
    switch (fault) {
      case 'lost_before':
        return null;
      case 'lost_after':
        execute();
        return null;
      case 'late':
        return this.later(execute);
      case 'error_500':
        return { status: 500, body: { detail: 'Server Error' } };
      case 'error_502_after':
        execute();
        return { status: 502, body: '<html>Bad Gateway</html>' };
      case 'busy_429':
        return { status: 429, body: { detail: 'Throttled, wait 8 seconds.' } };
      case 'firewall_403':
        return { status: 403, body: '<html>403 Forbidden</html>' };
      case 'xml':
        execute();
        return { status: 200, body: '<?xml version="1.0" encoding="utf-8"?><root></root>' };
      case 'html':
        return { status: 200, body: '<html>Maintenance</html>' };
      case 'partly_saved':
        execute();
        return failed('An internal error. Package might have been partially saved.');
      case 'refused':
        return failed(
          'exception suspicious order/consignee. Package might have been partially saved.',
        );
      case 'no_money':
        return failed(NO_MONEY);
    }
  }
}
