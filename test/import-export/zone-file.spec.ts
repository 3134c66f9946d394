import { uploadColumns } from '../../src/platform/table-file/columns.js';
import type { Cell } from '../../src/platform/table-file/cell.js';
import {
  readZones as readBy,
  ZONE_FIELDS,
} from '../../web/src/pages/office/settings/read-zones.js';

const readZones = (rows: readonly (readonly Cell[])[]) =>
  readBy(rows, uploadColumns(rows, ZONE_FIELDS, { fields: new Map() }));

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
