-- Stores a document at a reserved place. Returns its id.
--
--   p_content  all that it says, without its number and day
CREATE OR REPLACE FUNCTION add_tax_document(p_series text, p_number bigint, p_day date, p_content jsonb) RETURNS bigint
LANGUAGE plpgsql AS $$
DECLARE
  printed text := document_number(p_series, financial_year(p_day), p_number);
  added bigint;
BEGIN
  INSERT INTO public.tax_documents (kind, series, financial_year, number, document_number, issued_on, client_id, order_number,
      shipment_id, total_minor, taxable_minor, cgst_minor, sgst_minor, igst_minor, content)
    VALUES (p_content ->> 'kind', p_series, financial_year(p_day), p_number, printed, p_day,
      (p_content -> 'recipient' ->> 'client_id')::integer, p_content ->> 'order_number',
      (p_content ->> 'shipment_id')::bigint, coalesce((p_content ->> 'total_minor')::bigint, 0),
      coalesce((p_content ->> 'taxable_minor')::bigint, 0), coalesce((p_content ->> 'cgst_minor')::bigint, 0),
      coalesce((p_content ->> 'sgst_minor')::bigint, 0), coalesce((p_content ->> 'igst_minor')::bigint, 0),
      (p_content || jsonb_build_object('number', printed, 'issued_on', p_day))::text)
    RETURNING id INTO added;
  RETURN added;
END $$;
