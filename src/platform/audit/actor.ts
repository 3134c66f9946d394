/** Writes the name of a person in the audit log. */
export function actorOf({ id, email }: { id: number; email: string }): string {
  return `user ${id} <${email}>`;
}

/** Reads the person who acted, without the e-mail address, which may change, and without the token: the same for all of a person. */
export function personOf(actor: string): string {
  return actor.split(' <')[0] ?? actor;
}

/** Reads the id of the person who acted; null: not a person, but the admin token or a job. */
export function personIdOf(actor: string): number | null {
  const [, id] = /^user (\d+)$/.exec(personOf(actor)) ?? [];
  return id === undefined ? null : Number(id);
}

/** Tells whether an operator token acted, for its person. */
export function isTokenActor(actor: string): boolean {
  return / token \d+$/.test(actor);
}
