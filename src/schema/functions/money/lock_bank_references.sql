-- Locks references of the bank, in their order, until the transaction ends. PostgreSQL has room for some thousand locks, so many
-- references take the one lock that the others share. Then it tells whether a line of a statement in a direction has one of some
-- identifiers: a statement of its own, which sees what was stored while this waited for the locks.
CREATE OR REPLACE FUNCTION lock_bank_references(p_references text[], p_direction text, p_identifiers varchar[]) RETURNS boolean
LANGUAGE plpgsql AS $$
BEGIN
  IF cardinality(p_references) > 32 THEN
    PERFORM pg_advisory_xact_lock(hashtextextended('bank references', 0));
  ELSIF cardinality(p_references) > 0 THEN
    PERFORM pg_advisory_xact_lock_shared(hashtextextended('bank references', 0));
    PERFORM pg_advisory_xact_lock(hashtextextended('bank reference ' || reference, 0)) FROM unnest(p_references) reference;
  END IF;
  RETURN EXISTS (
    SELECT FROM public.statement_lines l WHERE l.identifiers && p_identifiers AND l.direction = p_direction
  );
END $$;
