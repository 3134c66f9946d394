import type { Client } from '../../clients/client.entity.js';
import { paymentReferenceOf } from '../../money/bank-transfers/utr.js';
import { CLIENT_NAME } from '../../money/books/ledger-names.js';

type Named = Pick<Client, 'id' | 'name' | 'gstin'>;

/**
 * Names the ledger of each client: its name, with its GSTIN or payment reference where two ledgers would have one name. Tally
 * does not tell capitals from small letters.
 *
 * @param template contains {@link CLIENT_NAME} for the name
 * @param others names of ledgers that are no client's
 */
export function partyLedgers(
  clients: readonly Named[],
  template: string,
  others: readonly string[],
): ReadonlyMap<number, string> {
  const ledgerOf = (name: string): string => template.replaceAll(CLIENT_NAME, () => name);
  const plain = clients.map(({ name }) => ledgerOf(name));
  const uses = new Map<string, number>();
  for (const name of [...plain, ...others]) uses.set(keyOf(name), (uses.get(keyOf(name)) ?? 0) + 1);
  return new Map(
    clients.map(({ id, name, gstin }, at) => {
      const isAlone = uses.get(keyOf(plain[at]!)) === 1;
      return [id, isAlone ? plain[at]! : ledgerOf(`${name} (${gstin ?? paymentReferenceOf(id)})`)];
    }),
  );
}

function keyOf(name: string): string {
  return name.trim().replaceAll(/\s+/g, ' ').toLowerCase();
}
