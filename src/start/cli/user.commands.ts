import { InvitationsService } from '../../identity/invitations/invitations.service.js';
import { InviteOperatorDto } from '../../identity/users/people.dto.js';
import { checked } from './checked.js';
import { withApp } from './with-app.js';

/** Invites an operator and prints the link, without a mail. This is how the first owner is created. */
export async function createUser(options: { email: string; role: string[] }): Promise<void> {
  const invited = await checked(InviteOperatorDto, { email: options.email, roles: options.role });
  const { email, roles } = invited;
  const link = await withApp(({ app }) =>
    app.get(InvitationsService).inviteByHand(email, { kind: 'operator', roles }),
  );
  process.stderr.write(
    `Invitation of ${email} as ${roles.join(', ')}; the link works once, within 24 hours:\n`,
  );
  process.stdout.write(`${link}\n`);
}
