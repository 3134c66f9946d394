-- Returns the financial year of a day, from 1 April to 31 March, as its two years: 2627. It calls immutable functions only, so that
-- PostgreSQL can inline it.
CREATE OR REPLACE FUNCTION financial_year(p_day date) RETURNS text
  LANGUAGE sql IMMUTABLE AS $$
SELECT right((extract(year FROM p_day)::integer - (extract(month FROM p_day) < 4)::integer)::text, 2)
  || right((extract(year FROM p_day)::integer + (extract(month FROM p_day) >= 4)::integer)::text, 2)
$$;
