-- Recomputes the lines of credit notes by their rule: without a basis (rule 1), by what was not credited before of each invoiced
-- line; with one (rule 2), for the delivery charge as far as the refund names it, for returned units, then of lines of which
-- nothing came back, then of all. The notes of one refund have one basis. Notes of rule 1 are left out where a refund could have several.
CREATE OR REPLACE FUNCTION credit_note_faults() RETURNS TABLE (broken text, subject text)
  LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
WITH said AS (
  SELECT id, document_number, order_number, kind, total_minor, content::jsonb AS content
  FROM tax_documents WHERE order_number IN (SELECT order_number FROM tax_documents WHERE kind = 'credit_note')
), lines AS (
  SELECT said.id, said.order_number, said.document_number, line.*, credits ->> 'number' AS credited_number,
    (credits ->> 'line')::integer AS credited_line, (credits ->> 'goods_minor')::numeric AS goods_minor
  FROM said CROSS JOIN jsonb_to_recordset(said.content -> 'lines') AS line (
    line integer, order_line integer, units numeric, unit_price_minor numeric, delivery_minor numeric, gross_minor numeric,
    credits jsonb
  )
), notes AS (
  SELECT id, document_number, order_number, total_minor, content -> 'basis' AS basis,
    jsonb_build_array(content -> 'supplier' -> 'gstin', content -> 'supply', content -> 'recipient' -> 'gstin',
      content -> 'recipient' -> 'sez', content -> 'place_of_supply' -> 'state', content -> 'is_with_tax')::text AS parties
  FROM said WHERE kind = 'credit_note'
), grouped AS (
  SELECT *, min(parties) FILTER (WHERE basis IS NULL) OVER own AS least_parties,
    max(parties) FILTER (WHERE basis IS NULL) OVER own AS most_parties
  FROM notes WINDOW own AS (PARTITION BY order_number)
), refunds AS (
  SELECT order_number, min(id) AS id, max(id) AS last_id, min(document_number) AS document_number, basis,
    coalesce((basis ->> 'amount_minor')::numeric, sum(total_minor)) AS amount,
    coalesce((basis ->> 'delivery_minor')::numeric, 0) AS delivery
  FROM grouped WHERE basis IS NOT NULL OR least_parties = most_parties
  GROUP BY order_number, basis, CASE WHEN basis IS NULL THEN id END
), returned AS (
  SELECT notes.id, notes.order_number, notes.document_number, units.*
  FROM notes CROSS JOIN jsonb_to_recordset(notes.basis -> 'returned_units') AS units (
    order_line integer, units numeric, unit_price_minor numeric
  )
), credited AS (
  SELECT refunds.id, invoiced.id AS invoice_id, invoiced.line, invoiced.order_line, invoiced.units,
    invoiced.unit_price_minor, invoiced.delivery_minor, invoiced.gross_minor,
    coalesce(sum(noted.gross_minor) FILTER (WHERE noted.id < refunds.id), 0) AS gross_before,
    coalesce(sum(noted.goods_minor) FILTER (WHERE noted.id < refunds.id), 0) AS goods_before,
    coalesce(sum(noted.delivery_minor) FILTER (WHERE noted.id < refunds.id), 0) AS delivery_before,
    coalesce(sum(noted.units) FILTER (WHERE noted.id < refunds.id), 0) AS named_before,
    coalesce(sum(noted.gross_minor) FILTER (WHERE noted.id >= refunds.id), 0) AS gross,
    coalesce(sum(noted.goods_minor) FILTER (WHERE noted.id >= refunds.id), 0) AS goods,
    coalesce(sum(noted.delivery_minor) FILTER (WHERE noted.id >= refunds.id), 0) AS delivery,
    coalesce(sum(noted.units) FILTER (WHERE noted.id >= refunds.id), 0) AS named
  FROM refunds
  JOIN lines invoiced
    ON invoiced.order_number = refunds.order_number AND invoiced.credits IS NULL AND invoiced.id < refunds.id
  LEFT JOIN lines noted ON noted.order_number = refunds.order_number AND noted.id <= refunds.last_id
    AND noted.credited_number = invoiced.document_number AND noted.credited_line = invoiced.line
  GROUP BY 1, 2, 3, 4, 5, 6, 7, 8
), back AS (
  SELECT credited.*, gross_minor - gross_before AS "left",
    least(credited.units, greatest(0, coalesce(returned.units, 0) - coalesce(sum(credited.units) OVER (
      PARTITION BY credited.id, credited.order_line ORDER BY invoice_id, line
      ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING
    ), 0))) AS back
  FROM credited LEFT JOIN returned USING (id, order_line)
), said_parts AS (
  SELECT id, sum(back * unit_price_minor) AS back_minor, sum(gross_before) AS credited_before,
    array_agg("left" ORDER BY invoice_id, line) AS lefts,
    array_agg(greatest(0, back * unit_price_minor - goods_before) ORDER BY invoice_id, line) AS goods_due,
    array_agg(least("left", greatest(0, delivery_minor - delivery_before)) ORDER BY invoice_id, line) AS charges,
    array_agg(back = 0 ORDER BY invoice_id, line) AS kept,
    array_agg(gross ORDER BY invoice_id, line) AS gross, array_agg(goods ORDER BY invoice_id, line) AS goods,
    array_agg(delivery ORDER BY invoice_id, line) AS delivery,
    bool_and(named = CASE WHEN goods > 0 THEN greatest(0, back - named_before) ELSE 0 END) AS is_named
  FROM back GROUP BY id
)
SELECT 'credit note that is not spread as its rule says', refunds.document_number
  FROM refunds JOIN said_parts said USING (id)
  CROSS JOIN LATERAL (
    SELECT coalesce(sum(units * unit_price_minor), 0) - back_minor AS minor
    FROM jsonb_to_recordset(refunds.basis -> 'returned_units') AS all_units (units numeric, unit_price_minor numeric)
  ) waiting
  CROSS JOIN LATERAL amount_spread(refunds.delivery, said.charges) AS for_delivery
  CROSS JOIN LATERAL (
    SELECT array_agg(one - charge ORDER BY place) AS lefts, array_agg(least(due, one - charge) ORDER BY place) AS goods_due,
      refunds.amount - sum(charge) AS rest
    FROM unnest(said.lefts, for_delivery, said.goods_due) WITH ORDINALITY AS u (one, charge, due, place)
  ) after_delivery
  CROSS JOIN LATERAL amount_spread(after_delivery.rest, after_delivery.goods_due || waiting.minor) AS for_goods
  CROSS JOIN LATERAL (
    SELECT array_agg(one - goods ORDER BY place) AS lefts,
      array_agg(CASE WHEN is_kept THEN one - goods ELSE 0 END ORDER BY place) AS kept,
      after_delivery.rest - (SELECT sum(goods) FROM unnest(for_goods) AS goods) AS rest
    FROM unnest(after_delivery.lefts, for_goods[:cardinality(said.lefts)], said.kept)
      WITH ORDINALITY AS u (one, goods, is_kept, place)
  ) after_goods
  CROSS JOIN LATERAL amount_spread(after_goods.rest, after_goods.kept) AS for_kept
  CROSS JOIN LATERAL (
    SELECT array_agg(one - kept ORDER BY place) AS lefts, after_goods.rest - sum(kept) AS rest
    FROM unnest(after_goods.lefts, for_kept) WITH ORDINALITY AS u (one, kept, place)
  ) after_kept
  CROSS JOIN LATERAL amount_spread(after_kept.rest, after_kept.lefts) AS for_all
  CROSS JOIN LATERAL (
    SELECT array_agg(one - still + part ORDER BY place) AS gross
    FROM unnest(said.lefts, after_kept.lefts, for_all) WITH ORDINALITY AS u (one, still, part, place)
  ) expected
  WHERE said.gross <> expected.gross OR NOT said.is_named
    OR refunds.basis IS NOT NULL AND (
        said.goods <> for_goods[:cardinality(said.lefts)] OR said.delivery <> for_delivery
        OR (refunds.basis ->> 'credited_minor')::numeric <> said.credited_before
      )
UNION ALL
SELECT 'credit note for more units than came back, or at another price', returned.document_number
  FROM returned JOIN orders USING (order_number)
  LEFT JOIN order_items item ON item.order_id = orders.id AND item.line = returned.order_line
  LEFT JOIN order_returns back ON back.order_id = orders.id AND back.declined_at IS NULL
  LEFT JOIN order_return_items found ON found.return_id = back.id AND found.line = returned.order_line
  WHERE (returned.unit_price_minor, true)
    IS DISTINCT FROM (item.unit_price_minor, returned.units <= item.restocked_quantity + coalesce(found.scrapped_quantity, 0))
UNION ALL
SELECT 'delivery charge that is refunded beyond the order, or credited beyond the refunds', orders.order_number
  FROM orders
  LEFT JOIN (SELECT order_number, sum(delivery_minor) AS minor FROM lines WHERE credits IS NOT NULL GROUP BY 1) credited
    USING (order_number)
  WHERE refunded_delivery_minor NOT BETWEEN coalesce(credited.minor, 0) AND delivery_minor
    OR refunded_delivery_minor > 0 AND refunded_delivery_minor > (
      SELECT coalesce(sum(p.amount_minor), 0)
      FROM ledger_journals j JOIN ledger_postings p ON p.journal_id = j.id AND p.balance_after IS NOT NULL
      WHERE j.order_id = orders.id AND j.kind = 'refund'
    )
$$;
