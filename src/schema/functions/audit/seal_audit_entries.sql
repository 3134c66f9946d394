-- Seals committed audit entries that have no seal, as seal_journals does with journals.
--
--   p_after  the id after which entries are looked at
--   p_limit  the maximum number of entries
--
-- Reads both tables along their indexes, up to the limit: a hash of all seals for each call would make a million entries take hours.
-- Returns the id of the last sealed entry if there may be more, else null.
CREATE OR REPLACE FUNCTION seal_audit_entries(p_after bigint, p_limit integer) RETURNS bigint
LANGUAGE plpgsql SET enable_hashjoin = off SET enable_seqscan = off SET search_path = public, pg_temp AS $$
DECLARE
  latest audit_seal_state;
  entry bigint;
  seals audit_seals[] := '{}';
BEGIN
  SELECT * INTO latest FROM audit_seal_state FOR UPDATE SKIP LOCKED;
  IF NOT FOUND THEN
    RETURN NULL;
  END IF;
  -- A statement of its own: its snapshot has the seals of the call that held the lock before.
  FOR entry IN
    SELECT e.id FROM audit_entries e
    WHERE e.id > p_after AND NOT EXISTS (SELECT FROM audit_seals s WHERE s.entry_id = e.id AND s.entry_id > p_after)
    ORDER BY e.id LIMIT p_limit
  LOOP
    latest.sha256 := audit_entry_hash(latest.seq + 1, latest.sha256, entry);
    latest.seq := latest.seq + 1;
    seals := seals || (latest.seq, entry, latest.sha256)::audit_seals;
  END LOOP;
  IF seals <> '{}' THEN
    INSERT INTO audit_seals (seq, entry_id, sha256) SELECT seq, entry_id, sha256 FROM unnest(seals);
    UPDATE audit_seal_state SET seq = latest.seq, sha256 = latest.sha256;
  END IF;
  RETURN CASE WHEN cardinality(seals) = p_limit THEN entry END;
END $$;
