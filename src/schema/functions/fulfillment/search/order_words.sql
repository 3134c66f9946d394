-- Returns the words by which orders are found. Test orders have none.
--
-- A word is a part of a text between spaces; its parts between other signs are words, too, and so are letters without the
-- apostrophe, hyphen or point between them: "D'Souza" is also "dsouza", "M.G." also "mg". Words that no text has begin with
-- a space: ' client:' and the id, ' total:' and the amount in minor units, ' part:' and an order number without its first signs,
-- and ' end:' and the signs of a number in reverse order, so that the beginning of the word is the end of the number.
-- order-query.ts searches for them.
CREATE OR REPLACE FUNCTION order_words(p_ids bigint[]) RETURNS TABLE (order_id bigint, words tsvector)
LANGUAGE sql STABLE AS $$
SELECT o.id, array_to_tsvector(ARRAY(
    SELECT left(word, 200) FROM unnest(regexp_split_to_array(texts.folded, '\s+')) AS word WHERE word <> ''
    UNION SELECT left(part, 200) FROM unnest(regexp_split_to_array(texts.folded, '[^[:alnum:]]+')) AS part
      WHERE length(part) > 1
    UNION SELECT left(regexp_replace(word, '[^[:alnum:]]', '', 'g'), 200)
      FROM unnest(regexp_split_to_array(texts.folded, '\s+')) AS word
      WHERE word ~ '[[:alpha:]][''’‘ʼ`´.‐‑-][[:alpha:]]' AND word !~ '@'
    UNION SELECT ' part:' || lower(substr(o.order_number, first)) FROM generate_series(5, 10) AS first
    UNION SELECT right(phone.digits, 10) WHERE phone.digits <> ''
    UNION SELECT ' end:' || reverse(regexp_replace(fold_text(code), '[^[:alnum:]]', '', 'g'))
      FROM unnest(sent.numbers || paid.numbers || phone.digits) AS code WHERE code <> ''
    UNION VALUES (' client:' || o.client_id), (' total:' || o.total_minor)
  ))
FROM public.orders o
CROSS JOIN LATERAL (
  SELECT regexp_replace(translate(o.customer_phone,
    '０１２３４５６７８９०१२३४५६७८९০১২৩৪৫৬৭৮৯੦੧੨੩੪੫੬੭੮੯૦૧૨૩૪૫૬૭૮૯୦୧୨୩୪୫୬୭୮୯௦௧௨௩௪௫௬௭௮௯౦౧౨౩౪౫౬౭౮౯೦೧೨೩೪೫೬೭೮೯൦൧൨൩൪൫൬൭൮൯۰۱۲۳۴۵۶۷۸۹٠١٢٣٤٥٦٧٨٩',
    repeat('0123456789', 12)), '[^0-9]', '', 'g') AS digits
) phone
CROSS JOIN LATERAL (
  SELECT string_agg(concat_ws(' ', sku, name), ' ') AS text FROM public.order_items WHERE order_items.order_id = o.id
) items
CROSS JOIN LATERAL (
  SELECT array_agg(number) AS numbers FROM (
    SELECT tracking_number::text FROM public.shipments WHERE shipments.order_id = o.id
    UNION ALL SELECT tracking_number::text FROM public.order_returns r WHERE r.order_id = o.id AND tracking_number IS NOT NULL
  ) tracked (number)
) sent
CROSS JOIN LATERAL (
  SELECT array_agg(coalesce(r.reference, j.note)::text) AS numbers
  FROM public.ledger_journals j LEFT JOIN public.receipts r ON r.id = j.receipt_id
  WHERE j.order_id = o.id AND j.reverses_id IS NULL AND j.kind IN ('settle', 'receipt', 'opening')
    AND coalesce(r.reference, j.note) IS NOT NULL
) paid
CROSS JOIN LATERAL (
  SELECT string_agg(document_number, ' ') AS numbers FROM public.tax_documents WHERE tax_documents.order_number = o.order_number
) documents
CROSS JOIN LATERAL (
  SELECT fold_text(concat_ws(' ', o.order_number, o.store_order_id, o.customer_name, o.customer_email,
    o.shipping_address, o.shipping_city, o.shipping_state, o.shipping_pincode, items.text, array_to_string(sent.numbers, ' '), array_to_string(paid.numbers, ' '),
    documents.numbers)) AS folded
  -- Once, instead of at each use.
  OFFSET 0
) texts
WHERE o.id = ANY (p_ids) AND NOT o.is_test
$$;
