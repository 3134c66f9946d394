-- Tells whether the tax office has to register a document with what it says: with tax, to a client with a GSTIN, an invoice or a
-- credit note that takes back from one. BS is the series of bills of supply.
CREATE OR REPLACE FUNCTION is_registrable(p_content jsonb) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
SELECT jsonb_path_exists(p_content, '$ ? (@.recipient.gstin != null && @.is_with_tax == true
  && (@.kind == "invoice" || exists(@.lines[*].credits.number ? (!(@ starts with "BS-")))))')
$$;
