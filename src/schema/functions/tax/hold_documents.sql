-- Puts documents on hold if committed changes may be gone, because numbers of theirs may be printed. Called by a numbering,
-- before it writes the row of feed_state.
--
--   p_incarnation, p_position  the latest ones known to the caller, which remembers them; an empty text: it remembers none
CREATE OR REPLACE FUNCTION hold_documents(p_incarnation text, p_position bigint) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  stored record;
  known record;
  latest integer := (SELECT max(n) FROM public.feed_incarnations);
  is_lost boolean;
BEGIN
  SELECT s.position, s.timeline IS NOT NULL AND (s.xmin <> s.written::xid
      OR s.database <> (SELECT oid FROM pg_database WHERE datname = current_database())) AS is_copy,
      -- A promotion, and so a restore to a moment, begins a timeline; a restart and a crash do not.
      s.timeline <> left(pg_walfile_name(pg_current_wal_lsn()), 8) AS is_promoted
    INTO stored FROM public.feed_state s;
  SELECT own.n, next.n AS successor, next.start AS last_position INTO known
    FROM public.feed_incarnations own LEFT JOIN public.feed_incarnations next ON next.n = own.n + 1
    WHERE own.id = p_incarnation;
  is_lost := p_incarnation <> '' AND (known IS NULL OR coalesce(known.last_position, stored.position) < p_position);
  IF is_lost OR stored.is_copy THEN
    INSERT INTO public.document_holds AS h (incarnation, is_certain) VALUES (coalesce(known.successor, latest), true)
      ON CONFLICT (incarnation) DO UPDATE SET is_certain = true;
    RETURN;
  END IF;
  -- What the caller remembers of the incarnation that ended is there.
  DELETE FROM public.document_holds WHERE incarnation = known.successor AND NOT is_certain AND ended_at IS NULL;
  IF stored.is_promoted AND known.successor IS DISTINCT FROM latest THEN
    INSERT INTO public.document_holds (incarnation, is_certain) VALUES (latest, false) ON CONFLICT DO NOTHING;
  END IF;
END $$;
