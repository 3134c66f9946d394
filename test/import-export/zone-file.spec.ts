import { uploadColumns } from '../../src/platform/table-file/columns.js';
import type { Cell } from '../../src/platform/table-file/cell.js';
import {
  readZones as readBy,
  ZONE_FIELDS,
} from '../../web/src/pages/office/settings/read-zones.js';

function readZones(rows: readonly (readonly Cell[])[]) {
  const found = uploadColumns(rows, ZONE_FIELDS, { fields: new Map() });
  return { ...readBy(rows, found), unused: found.unused };
}

const HEADER = ['Country', 'pincode_prefix', 'surcharge', 'serviceable'];

it('amounts are read as people write them, and as Excel stores them', () => {
  const { zones, problems } = readZones([
    HEADER,
    ['India', '56', '12,50', 'yes'],
    ['India', 194, '₹ 1.250,00', ''],
    [],
    ['India', '79', 80.5, 'N'],
    ['*', '', '-', 'Y'],
  ]);
  expect(problems).toEqual([]);
  expect(zones).toEqual([
    { country: 'India', prefix: '56', surcharge: '12.5', serviceable: true },
    { country: 'India', prefix: '194', surcharge: '1250', serviceable: true },
    { country: 'India', prefix: '79', surcharge: '80.5', serviceable: false },
    { country: '*', prefix: '', surcharge: '', serviceable: true },
  ]);
});

it('what cannot be read is named by row', () => {
  const { problems } = readZones([
    HEADER,
    ['', '56', '10', 'yes'],
    ['India', '57', '-5', 'yes'],
    ['India', '58', '1.005', 'yes'],
    ['India', '59', 'free', 'yes'],
    ['India', '60', '10', 'perhaps'],
  ]);
  expect(problems).toEqual([
    'Row 2: the country is missing.',
    'Row 3: “-5” is not an amount such as 12.50.',
    'Row 4: “1.005” is not an amount such as 12.50.',
    'Row 5: “free” is not an amount such as 12.50.',
    'Row 6: “perhaps” is not yes or no.',
  ]);
});

it.each([
  [['country', 'pincode', 'pincode_prefix'], 'No column looks like “Surcharge”'],
  [
    ['country', 'surcharge', 'Surcharge (₹)'],
    'Which of the columns “surcharge” and “Surcharge (₹)” is',
  ],
  [['pincode_prefix', 'surcharge'], 'No column looks like “Country”'],
])('a file with the columns %j is refused', (header, problem) => {
  const { zones, problems } = readZones([header, ['India', '56', '10']]);
  expect([zones, problems]).toEqual([[], [expect.stringContaining(problem)]]);
});

it('a column without a meaning is named', () => {
  const { zones, unused } = readZones([
    ['Country', 'PIN', 'Charge', 'Remarks'],
    ['India', '56', '10', 'x'],
  ]);
  expect([zones.length, unused]).toEqual([1, ['Remarks']]);
});
