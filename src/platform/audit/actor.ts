/** Writes the name of a person in the audit log. */
export function actorOf({ id, email }: { id: number; email: string }): string {
  return `user ${id} <${email}>`;
}

/**
 * Returns the person who acted, without the e-mail address, which may change, and without the token. The result is the same for
 * all actors of a person.
 */
export function personOf(actor: string): string {
  return actor.split(' <')[0] ?? actor;
}

/** Returns the id of the person who acted; null: the admin token or a job acted. */
export function personIdOf(actor: string): number | null {
  const [, id] = /^user (\d+)$/.exec(personOf(actor)) ?? [];
  return id === undefined ? null : Number(id);
}

/** Returns true if an operator token acted for its person. */
export function isTokenActor(actor: string): boolean {
  return / token \d+$/.test(actor);
}
