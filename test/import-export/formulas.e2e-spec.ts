import { parse } from 'csv-parse/sync';
import { FileImportsService } from '../../src/dashboard/products/file-imports/file-imports.service.js';
import { OPERATOR, UNLIMITED } from '../support/app.js';
import { execute } from '../support/database/database.js';
import { builtDocument } from '../support/native/contract.js';
import { Admin } from '../support/shop/admin.js';
import { file } from '../support/shop/catalog-file.js';
import { documentedGets } from '../support/access/documented-gets.js';
import { givenDemoSuite } from '../support/shop/demo.js';

/** Puts formulas before texts that people and stores have typed, unless a rule of the database prevents it. */
const TYPE_FORMULAS = `DO $$ DECLARE c record; BEGIN
  FOR c IN SELECT table_name, column_name, coalesce(character_maximum_length, 4000) AS length
    FROM information_schema.columns WHERE table_schema = 'public' AND column_name = ANY (ARRAY['actor', 'city', 'courier',
      'customer_name', 'message', 'name', 'note', 'reason', 'reference', 'store_order_id', 'tracking_number'])
  LOOP
    BEGIN
      EXECUTE format('UPDATE %I SET %2$I = left(''=;=1+1;'' || %2$I, %3$s)', c.table_name, c.column_name, c.length);
    EXCEPTION WHEN check_violation OR unique_violation OR datatype_mismatch THEN NULL;
    END;
  END LOOP;
  UPDATE tax_documents SET content = jsonb_set(jsonb_set(content::jsonb, '{recipient,name}', '"=;=1+1;"'), '{store_order_id}', '"=;=1+1;"')::text;
END $$`;
/** Files with only words and numbers of this service. */
const NOT_TYPED = [
  '/admin/deliveries/export',
  '/admin/reports/credit-note-rules',
  '/admin/reports/day/export',
];
/** Signs of amounts, phones, and texts that Excel keeps as they are. */
const HARMLESS = /^-[\d.]+(,|$)|^\+\d[\d ]*(,|$)|^"*="[\w .,:/+-]*"+(,|$)/;
const FORMULA = /^"*[=+\-@\t\r＝＋－＠]/;

const { app, demo } = await givenDemoSuite(UNLIMITED);
await app.stopJobs();
const rows = file('sku,name', 'NEW,=;=1+1;');
await app.sendRaw('post', '/admin/catalog-imports?file_name=new.csv', OPERATOR, rows, 'text/csv');
await app.service(FileImportsService).runNext();
const [plan] = await app.sql<{ code: string }>`SELECT code FROM plans`;
await new Admin(app).priceLists.create(plan!.code, 5);
await execute(
  app.connection,
  `INSERT INTO request_failures (at, request_id, client_id, method, route, status, code, fields, store_order_id, count)
    VALUES (now(), 'R', 1, 'POST', '/api/orders', 422, 'validation_failed', '[]', 'A-1', 1)`,
  `SET session_replication_role = replica; ${TYPE_FORMULAS}; RESET session_replication_role`,
  'UPDATE products SET name = name',
);

const paths: Record<string, { get?: { responses: { 200?: { content?: object } } } }> =
  Object.assign(
    {},
    ...['admin-api.json', 'dashboard-api.json'].map((name) => builtDocument(name).paths as object),
  );
const gets = await documentedGets(app.baseUrl, demo, (sql) => app.dataSource.query(sql));
const files = gets.filter(
  ({ template }) => 'text/csv' in (paths[template]?.get?.responses[200]?.content ?? {}),
);

it.each(['csv', 'csv-excel'])('no file in the format %s has a formula', async (format) => {
  const without: string[] = [];
  for (const { template, path, headers } of files) {
    const url = new URL(path!, app.baseUrl);
    url.searchParams.set('format', format);
    if (template.endsWith('/gstr1')) url.searchParams.set('sheet', 'b2b');
    const response = await fetch(url, { headers });
    const text = await response.text();
    expect([template, response.status]).toEqual([template, 200]);
    // Some programs split at semicolons, and see another cell within a text.
    for (const delimiter of [',', ';']) {
      const lenient = { bom: true, relax_column_count: true, relax_quotes: true };
      const cells: string[] = parse(text, { ...lenient, delimiter }).flat();
      const formulas = cells.filter((cell) => FORMULA.test(cell) && !HARMLESS.test(cell));
      expect([template, delimiter, ...formulas.slice(0, 3)]).toEqual([template, delimiter]);
    }
    if (!text.includes("'=;'=1+1;")) without.push(template);
  }
  expect(files.length).toBeGreaterThan(20);
  expect(without).toEqual(NOT_TYPED);
});
