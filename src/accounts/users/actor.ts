/** Returns the name of a person in the audit log. */
export function actorOf({ id, email }: { id: number; email: string }): string {
  return `user ${id} <${email}>`;
}
