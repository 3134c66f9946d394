-- Issues a document as the next one of its series, and holds the lock of the series until the transaction ends. Returns its id,
-- or without one the day that it would have: p_day is over, and what the document says may depend on the day.
CREATE OR REPLACE FUNCTION issue_tax_document(p_series text, p_day date, p_content jsonb)
  RETURNS TABLE (id bigint, day date) LANGUAGE plpgsql AS $$
DECLARE
  place record;
BEGIN
  SELECT * INTO place FROM reserve_document_number(p_series, p_day);
  RETURN QUERY SELECT
    CASE WHEN place.day = p_day THEN add_tax_document(p_series, place.number, p_day, p_content) END, place.day;
END $$;
