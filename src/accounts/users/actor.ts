/** How the audit log names a person. */
export function actorOf({ id, email }: { id: number; email: string }): string {
  return `user ${id} <${email}>`;
}
