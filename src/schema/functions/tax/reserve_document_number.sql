-- Locks a series in the financial year of a day until the transaction ends, and returns its next number and the day of the
-- document: today in India, read after the lock, or a later day if the clock was set back: that of the latest document, or the
-- first one after the months whose returns were filed. If it is of another financial year than p_day, nothing is reserved
-- yet: call again with it.
--
-- While documents are on hold it violates document_holds_ck. It violates feed_state_ck until a numbering of this run of the server
-- has found out whether they are.
CREATE OR REPLACE FUNCTION reserve_document_number(p_series text, p_day date)
  RETURNS TABLE (number bigint, day date) LANGUAGE plpgsql AS $$
DECLARE
  latest public.document_series;
BEGIN
  IF NOT (SELECT holds FROM feed_state_now()) THEN
    RAISE EXCEPTION 'changes are not numbered since the start of the server'
      USING ERRCODE = 'restrict_violation', CONSTRAINT = 'feed_state_ck';
  END IF;
  IF EXISTS (SELECT FROM public.document_holds WHERE ended_at IS NULL) THEN
    RAISE EXCEPTION 'documents are on hold' USING ERRCODE = 'restrict_violation', CONSTRAINT = 'document_holds_ck';
  END IF;
  LOOP
    SELECT * INTO latest FROM public.document_series s
      WHERE s.series = p_series AND s.financial_year = financial_year(p_day) FOR UPDATE;
    EXIT WHEN FOUND;
    INSERT INTO public.document_series (series, financial_year) VALUES (p_series, financial_year(p_day))
      ON CONFLICT DO NOTHING;
  END LOOP;
  RETURN QUERY SELECT latest.last_number + 1,
    greatest((clock_timestamp() AT TIME ZONE 'Asia/Kolkata')::date, latest.last_issued_on,
      (SELECT ((max(f.month) || '-01')::date + interval '1 month')::date FROM public.gst_filings f));
END $$;
