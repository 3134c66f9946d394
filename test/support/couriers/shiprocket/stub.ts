import type { StubAnswer, StubOptions } from '../stub-server.js';
import { ShiprocketDesk, type ShiprocketFault } from './desk.js';
import { declined, NO_MONEY, unassigned } from './texts.js';

/** Shiprocket's API on a port of this machine. */
export class ShiprocketStub extends ShiprocketDesk {
  static async open(options: StubOptions = {}): Promise<ShiprocketStub> {
    return new ShiprocketStub(options).listen();
  }

  protected answerWith(fault: ShiprocketFault, execute: () => StubAnswer): StubAnswer | null {
    switch (fault) {
      case 'lost_before':
        return null;
      case 'lost_after':
        execute();
        return null;
      case 'late':
        return this.later(execute);
      case 'error_500':
        return { status: 500, body: { message: 'Server Error' } };
      case 'error_502_after':
        execute();
        return { status: 502, body: '<html>Bad Gateway</html>' };
      case 'busy_429':
        return declined(429, 'Too Many Attempts.');
      case 'firewall_403':
        return { status: 403, body: '<html>403 Forbidden</html>' };
      case 'html':
        return { status: 200, body: '<html>Maintenance</html>' };
      case 'refused':
        return unassigned('No courier is available for this shipment');
      case 'no_money':
        return unassigned(NO_MONEY);
    }
  }
}
