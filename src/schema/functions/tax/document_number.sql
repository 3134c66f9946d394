-- Returns a document's number as it is printed: WS-2627-000001.
CREATE OR REPLACE FUNCTION document_number(p_series text, p_financial_year text, p_number bigint) RETURNS text
  LANGUAGE sql IMMUTABLE AS $$
SELECT p_series || '-' || p_financial_year || '-' || lpad(p_number::text, greatest(6, length(p_number::text)), '0')
$$;
