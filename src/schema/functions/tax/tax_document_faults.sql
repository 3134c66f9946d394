-- Checks every rule of tax documents on all stored data. Each row names a rule that is broken, and where.
CREATE OR REPLACE FUNCTION tax_document_faults() RETURNS TABLE (broken text, subject text)
  LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
WITH chain AS (
  SELECT *,
    lag(number, 1, 0::bigint) OVER series AS number_before,
    lag(issued_on) OVER series AS issued_before,
    lag(sha256, 1, decode(repeat('00', 32), 'hex')) OVER series AS sha256_before
  FROM tax_documents WINDOW series AS (PARTITION BY tax_documents.series, financial_year ORDER BY number)
), said AS (
  SELECT id, document_number, order_number, kind, shipment_id, content::jsonb AS content
  FROM tax_documents WHERE kind <> 'canceled'
), lines AS (
  SELECT said.document_number, said.kind, said.order_number, said.shipment_id,
    said.content ->> 'supply' AS supply, (said.content ->> 'is_with_tax')::boolean AS is_with_tax,
    said.content -> 'recipient' ->> 'sez' AS sez, line.*
  FROM said CROSS JOIN jsonb_to_recordset(said.content -> 'lines') AS line (
    line integer, order_line integer, units integer, unit_price_minor numeric, rate_bp numeric, delivery_minor numeric,
    gross_minor numeric, taxable_minor numeric, cgst_minor numeric, sgst_minor numeric, igst_minor numeric, credits jsonb
  )
), credited AS (
  SELECT credits ->> 'number' AS document_number, (credits ->> 'line')::integer AS line, sum(gross_minor) AS gross_minor,
    sum(cgst_minor) AS cgst_minor, sum(igst_minor) AS igst_minor, bool_and(is_with_tax) AS is_with_tax
  FROM lines WHERE kind = 'credit_note' GROUP BY 1, 2
), taxed AS (
  SELECT document_number, line, gross_minor AS invoiced_minor, gross_minor, cgst_minor, igst_minor, rate_bp, supply, sez
    FROM lines WHERE kind <> 'credit_note'
  UNION ALL
  SELECT document_number, line, invoiced.gross_minor, credited.gross_minor, credited.cgst_minor, credited.igst_minor,
      invoiced.rate_bp, invoiced.supply, invoiced.sez
    FROM credited JOIN lines invoiced USING (document_number, line)
    WHERE credited.is_with_tax AND invoiced.kind <> 'credit_note'
), profile AS (
  SELECT greatest(effective_from::timestamp AT TIME ZONE 'Asia/Kolkata', changed_at) + interval '1 minute' AS since
  FROM tax_profiles ORDER BY effective_from LIMIT 1
)
SELECT 'gap in the numbers of documents', document_number FROM chain WHERE number <> number_before + 1
UNION ALL
SELECT 'document that does not continue the one before', document_number FROM chain WHERE prev_sha256 <> sha256_before
UNION ALL
SELECT 'document with another hash than that of its content', document_number FROM chain
  WHERE sha256 <> sha256(prev_sha256 || convert_to(content, 'UTF8'))
UNION ALL
SELECT 'document dated before the one before it, or outside its financial year', document_number FROM chain
  WHERE issued_on < issued_before OR financial_year(issued_on) <> chain.financial_year
UNION ALL
SELECT 'document with another number than its place', document_number FROM chain
  WHERE document_number <> document_number(chain.series, chain.financial_year, number)
UNION ALL
SELECT 'latest document differs from its series', state.series || '-' || state.financial_year
  FROM document_series state
  LEFT JOIN LATERAL (
    SELECT number, issued_on, sha256 FROM tax_documents d
    WHERE d.series = state.series AND d.financial_year = state.financial_year ORDER BY number DESC LIMIT 1
  ) latest ON true
  WHERE (coalesce(latest.number, 0), latest.issued_on) IS DISTINCT FROM (state.last_number, state.last_issued_on)
    OR coalesce(latest.sha256, decode(repeat('00', 32), 'hex')) <> state.last_sha256
UNION ALL
SELECT 'document that differs from what it says', d.document_number
  FROM tax_documents d, jsonb_to_record(d.content::jsonb) AS said (
    kind text, number text, issued_on date, order_number text, shipment_id bigint, total_minor bigint, taxable_minor bigint,
    cgst_minor bigint, sgst_minor bigint, igst_minor bigint, recipient jsonb
  )
  WHERE (d.kind, d.document_number, d.issued_on) IS DISTINCT FROM (said.kind, said.number, said.issued_on)
    OR d.kind <> 'canceled' AND (
        d.order_number, d.shipment_id, d.total_minor, d.taxable_minor, d.cgst_minor, d.sgst_minor, d.igst_minor,
        d.client_id
      ) IS DISTINCT FROM (
        said.order_number, said.shipment_id, said.total_minor, said.taxable_minor, said.cgst_minor, said.sgst_minor,
        said.igst_minor, (said.recipient ->> 'client_id')::integer
      )
UNION ALL
SELECT 'document that differs from the sum of its lines', d.document_number
  FROM tax_documents d
  LEFT JOIN (
    SELECT document_number, sum(gross_minor) AS total, sum(taxable_minor) AS taxable, sum(cgst_minor) AS cgst,
      sum(sgst_minor) AS sgst, sum(igst_minor) AS igst
    FROM lines GROUP BY 1
  ) sums USING (document_number)
  WHERE d.kind <> 'canceled' AND (d.total_minor, d.taxable_minor, d.cgst_minor, d.sgst_minor, d.igst_minor)
    IS DISTINCT FROM (sums.total, sums.taxable, sums.cgst, sums.sgst, sums.igst)
UNION ALL
SELECT 'line whose parts do not add up', document_number || ' line ' || line
  FROM lines
  WHERE gross_minor <> taxable_minor + cgst_minor + sgst_minor + igst_minor OR cgst_minor <> sgst_minor
    OR kind <> 'credit_note' AND gross_minor <> units * unit_price_minor + delivery_minor
UNION ALL
SELECT 'line with another tax than its rate gives', document_number || ' line ' || line
  FROM taxed
  WHERE cgst_minor <> CASE WHEN supply = 'intra_state' AND sez IS DISTINCT FROM 'without_payment'
      THEN div(gross_minor * rate_bp + 10000 + rate_bp, 2 * (10000 + rate_bp)) ELSE 0 END
    OR igst_minor <> CASE WHEN supply = 'inter_state' AND sez IS DISTINCT FROM 'without_payment'
      THEN div(2 * gross_minor * rate_bp + 10000 + rate_bp, 2 * (10000 + rate_bp)) ELSE 0 END
UNION ALL
SELECT 'line credited with more than was invoiced, or not invoiced at all', document_number || ' line ' || line
  FROM credited LEFT JOIN lines invoiced USING (document_number, line)
  WHERE invoiced.kind IS NULL OR invoiced.kind = 'credit_note' OR credited.gross_minor > invoiced.gross_minor
UNION ALL
SELECT 'invoice that differs from its shipment', d.document_number
  FROM tax_documents d JOIN shipments s ON s.id = d.shipment_id
  JOIN orders ON orders.id = s.order_id
  LEFT JOIN (
    SELECT DISTINCT document_number
    FROM (
      SELECT d.document_number, sent.line, sent.quantity, item.unit_price_minor
      FROM tax_documents d JOIN shipment_items sent USING (shipment_id) JOIN order_items item USING (order_id, line)
    ) sent
    FULL JOIN (
      SELECT document_number, order_line AS line, units, unit_price_minor FROM lines WHERE kind <> 'credit_note'
    ) said USING (document_number, line)
    WHERE (sent.quantity, sent.unit_price_minor) IS DISTINCT FROM (said.units, said.unit_price_minor)
  ) differing USING (document_number)
  WHERE orders.order_number <> d.order_number OR orders.client_id <> d.client_id OR differing.document_number IS NOT NULL
UNION ALL
SELECT 'documents that do not add up to what was shipped', orders.order_number
  FROM orders
  CROSS JOIN LATERAL order_documents(orders.order_number) documents
  WHERE documents.invoiced_minor > 0
    AND NOT EXISTS (
      SELECT FROM shipments s WHERE s.order_id = orders.id
        AND NOT EXISTS (SELECT FROM tax_documents d WHERE d.shipment_id = s.id)
    )
    AND documents.invoiced_minor - documents.credited_minor <> orders.delivery_minor + (
      SELECT sum(sent.quantity * item.unit_price_minor)
      FROM shipment_items sent JOIN order_items item USING (order_id, line) WHERE sent.order_id = orders.id
    ) - (
      SELECT coalesce(sum(p.amount_minor), 0)
      FROM ledger_journals j JOIN ledger_postings p ON p.journal_id = j.id AND p.balance_after IS NOT NULL
      WHERE j.order_id = orders.id AND j.kind = 'refund' AND j.key <> 'refund:' || orders.id || ':close'
    )
UNION ALL
SELECT 'archived order whose documents changed', order_number
  FROM archived_orders archived CROSS JOIN LATERAL order_documents(archived.order_number) documents
  WHERE (archived.invoiced_minor, archived.credited_minor)
    IS DISTINCT FROM (documents.invoiced_minor, documents.credited_minor)
UNION ALL
SELECT 'shipment without a document that is not listed as such', s.id::text
  FROM shipments s JOIN orders ON orders.id = s.order_id CROSS JOIN profile
  WHERE NOT orders.is_test AND s.created_at > profile.since
    AND NOT EXISTS (SELECT FROM tax_documents d WHERE d.shipment_id = s.id)
    AND NOT EXISTS (SELECT FROM uninvoiced_shipments u WHERE u.shipment_id = s.id)
UNION ALL
SELECT 'shipment that is listed without a document and has one, or is of another order', u.shipment_id::text
  FROM uninvoiced_shipments u
  LEFT JOIN shipments s ON s.id = u.shipment_id LEFT JOIN orders ON orders.id = s.order_id
  WHERE (orders.order_number, orders.client_id) IS DISTINCT FROM (u.order_number, u.client_id)
    OR EXISTS (SELECT FROM tax_documents d WHERE d.shipment_id = u.shipment_id)
UNION ALL
SELECT 'document that differs from its witness in the audit log, or is gone', witness.subject || ' ' || (witness.after ->> 'seq')
  FROM audit_entries witness
  LEFT JOIN tax_documents d ON 'documents ' || d.series || ' ' || d.financial_year = witness.subject
    AND d.number = (witness.after ->> 'seq')::bigint
  WHERE witness.action = 'chain.witnessed' AND witness.subject LIKE 'documents %'
    AND encode(d.sha256, 'hex') IS DISTINCT FROM witness.after ->> 'sha256'
UNION ALL
SELECT 'registration in the audit log that its document lacks', registered.subject
  FROM audit_entries registered
  WHERE registered.action = 'document.registered' AND NOT EXISTS (
    SELECT FROM document_events event JOIN tax_documents d ON d.id = event.document_id
    WHERE event.kind = 'registered' AND 'document ' || d.document_number = registered.subject
      AND event.data ->> 'irn' = registered.after ->> 'irn'
  )
UNION ALL
SELECT 'document that has to be registered, and is neither registered nor waits for it', document_number
  FROM said
  WHERE is_registrable(content)
    AND NOT EXISTS (SELECT FROM e_invoice_queue WHERE document_id = said.id)
    AND NOT EXISTS (SELECT FROM document_events WHERE document_id = said.id AND kind = 'registered')
UNION ALL
SELECT * FROM credit_note_faults()
$$;
