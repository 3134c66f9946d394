-- Returns a text in small letters and without accents, as searches compare it: "José" and "JOSE" become "jose".
-- foldAccents() in order-query.ts does the same to a search.
CREATE OR REPLACE FUNCTION fold_text(p_text text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT lower(CASE
    -- Only ASCII: nothing to normalize.
    WHEN octet_length(p_text) = char_length(p_text) THEN p_text
    ELSE regexp_replace(normalize(p_text, NFKD), U&'[\0300-\036F]', '', 'g')
  END)
$$;
