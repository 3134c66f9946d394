import {
  courierInTitles,
  partsOf,
  trackingFileOf,
} from '../../../web/src/pages/office/shipping/upload/tracking-file.js';

describe('the file of a courier', () => {
  it('names its courier in a title above the header, unless it names two', () => {
    const couriers = ['Blue Dart', 'Delhivery'];
    const of = (title: string) => courierInTitles([[title], [], ['Order']], 2, couriers);
    expect(of('DELHIVERY – Manifest of 28 Nov')).toBe('Delhivery');
    expect(of('BlueDart (Surface)')).toBe('Blue Dart');
    expect(['Blue Dart and Delhivery', 'Delhivery2', ''].map(of)).toEqual(['', '', '']);
  });

  it('has the order in the column of order numbers, under any name', () => {
    const chosen = new Map<string, string>();
    const read = (names: string, ...rows: string[]) => {
      const cells = [names, ...rows].map((row) => row.split(','));
      const { positions, problem } = trackingFileOf(cells, { fields: chosen });
      return problem ?? positions.order_number;
    };
    const awb = 'AWB1,WO-7K3M9QX2TB';
    expect(read('AWB,Customer Ref', awb, 'AWB2,wo-7K3M9QX2TC', 'AWB3,lost')).toBe(1);
    expect(read('AWB,Customer Ref,Order No', `${awb},ACME-1`)).toBe(1);
    // One order in a column that is hardly filled.
    const boxes = ['AWB1,WO-7K3M9QX2TB-1,', 'AWB2,WO-7K3M9QX2TC-1,WO-7K3M9QX2TD', 'AWB3,X,'];
    expect(read('AWB,Order No,Linked order', ...boxes)).toBe(1);
    expect(
      read('AWB,Order No,Note', 'AWB1,WO-7K3M9QX2TB,WO-7K3M9QX2TC', 'AWB2,X,WO-7K3M9QX2TD'),
    ).toBe(1);
    expect(read('AWB,Customer Ref', 'AWB1,7K3M9QX2TB')).toMatch('looks like “Order number”');
    expect(read('AWB,Order No,Customer Ref', `${awb},WO-7K3M9QX2TB`)).toBe(1);
    // A person who chooses another column, and one who chooses the order.
    chosen.set('Place', 'quantity');
    expect(read('AWB,Customer Ref,Place', `${awb},2`)).toBe(1);
    chosen.set('Place', 'order_number');
    expect(read('AWB,Order No,Place', `${awb},WEB-1`)).toMatch('Two columns');
  });

  it('of a courier is not divided within an order, or a tracking number of two orders', () => {
    const rows = ['A X', 'B Y', 'C X', 'D B', 'A Z', 'E', 'F'].map((text, line) => ({
      line,
      cells: text.split(' '),
    }));
    const parts = partsOf(rows, { order_number: 0, tracking_number: 1 }, 2);
    expect(parts.map((part) => part.map(({ line }) => line))).toEqual([
      [0, 2, 4],
      [1, 3],
      [5, 6],
    ]);
  });
});
