-- Returns the debt of a client and what is unpaid of its orders bought on account, as they are when it is called: it is volatile, so
-- a statement that has locked the wallet first does not see what it saw before it waited for that lock. p_wallet is not read: it makes
-- PostgreSQL call this after that lock.
CREATE OR REPLACE FUNCTION client_owed(p_client_id integer, p_wallet integer)
  RETURNS TABLE (debt_minor bigint, credit_used_minor bigint) LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  RETURN QUERY SELECT
    coalesce((SELECT -balance_minor FROM public.ledger_accounts WHERE kind = 'client_debt' AND owner_id = p_client_id), 0),
    coalesce((SELECT -balance_minor FROM public.ledger_accounts WHERE kind = 'client_credit' AND owner_id = p_client_id), 0);
END $$;
