-- Spreads an amount over weights, at most their sum: each gets its share rounded down, and the rest goes out one by one by the
-- largest remainder, ties to the first.
CREATE OR REPLACE FUNCTION amount_spread(p_amount numeric, p_weights numeric[]) RETURNS numeric[]
  LANGUAGE sql IMMUTABLE AS $$
WITH weighted AS (
  SELECT position, weight, least(p_amount, sum(weight) OVER ()) AS amount, nullif(sum(weight) OVER (), 0) AS total
  FROM unnest(p_weights) WITH ORDINALITY AS given (weight, position)
), shares AS (
  SELECT position, amount, coalesce(div(amount * weight, total), 0) AS share,
    row_number() OVER (ORDER BY mod(amount * weight, total) DESC, position) AS place
  FROM weighted
), given AS (
  SELECT *, amount - sum(share) OVER () AS rest FROM shares
)
SELECT array_agg(share + (place <= rest)::integer ORDER BY position) FROM given
$$;
