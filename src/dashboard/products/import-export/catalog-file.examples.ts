import type { ErrorExample } from '../../../platform/http/openapi/api-docs.js';
import { ImportReportDto } from './catalog-import.dto.js';

/** Documented catalog files: what an export looks like, and what else an import accepts. */
export const FILE_EXAMPLES = {
  catalog: {
    summary:
      'A product without variations and one with them; the silver plan has a price of its own',
    value: [
      'sku,name,description,category,base_price,delivery_charge,active,images,variations,stock,price:silver',
      'TW-GLS-06,"Stainless Steel Tumbler 300 ml, Set of 6",,Tableware,240.00,30.00,true,https://images.example.com/tw-gls-06.jpg,,1200,219.50',
      'BB-TWL-75,Cotton Bath Towel 75 x 150 cm,,Bed and Bath,285.00,25.00,true,,Colour:White|Colour:Sage,"Colour:White=320',
      'Colour:Sage=145",',
      '',
    ].join('\r\n'),
  },
  prices: {
    summary: 'Only the prices of products that there are already',
    value: 'sku,base_price,price:silver\r\nTW-GLS-06,249.00,\r\n',
  },
};

export const REFUSAL_EXAMPLE = {
  code: 'import_refused',
  details: {
    data: ImportReportDto.show({
      isDryRun: false,
      rows: 3,
      created: 1,
      updated: 1,
      unchanged: 0,
      problems: [
        {
          line: 3,
          column: 'base_price',
          sku: 'BB-TWL-75',
          value: '1.499,00',
          problem: 'must be a number with at most two decimals, such as 1234.50',
        },
      ],
      hasMoreProblems: false,
      isComplete: true,
      withoutPrice: 0,
      stockOutOfSale: 0,
      warnings: [],
      changes: null,
    }),
  },
} satisfies ErrorExample;
