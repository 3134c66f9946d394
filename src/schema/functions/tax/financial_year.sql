-- Returns the financial year of a day, from 1 April to 31 March, as its two years: 2627.
CREATE OR REPLACE FUNCTION financial_year(p_day date) RETURNS text
  LANGUAGE sql IMMUTABLE AS $$
SELECT to_char(p_day - interval '3 months', 'YY') || to_char(p_day + interval '9 months', 'YY')
$$;
