import { CreateTokenDto } from '../../auth/auth.dto.js';
import { TokensService } from '../../auth/tokens.service.js';
import { ClientAdministrationService } from '../../dashboard/clients/client-administration.service.js';
import { CreateClientDto, toClientData } from '../../dashboard/clients/clients.dto.js';
import { PathIdPipe } from '../../platform/http/input/path-key.pipe.js';
import { SubscribeDto } from '../../plans/plans.dto.js';
import { checked } from './checked.js';
import { CommandFailure } from './command-failure.js';
import { withApp } from './with-app.js';

/** Creates a client, with a subscription if a plan is given, and prints its id. */
export async function createClient(options: {
  name: string;
  email: string;
  plan?: string;
  status?: string;
}): Promise<void> {
  const { plan, status = 'active' } = options;
  const client = await checked(CreateClientDto, { name: options.name, email: options.email });
  if (plan === undefined && options.status !== undefined) {
    throw new CommandFailure([
      'Not done: --status needs --plan, because it is the status of a subscription',
    ]);
  }
  const subscription = plan === undefined ? null : await checked(SubscribeDto, { plan, status });
  const { id } = await withApp(({ app }) =>
    app.get(ClientAdministrationService).createClient(toClientData(client), subscription),
  );
  const subscribed = subscription && `, ${subscription.status} on plan ${subscription.plan}`;
  process.stderr.write(`Client ${id}: ${client.name} <${client.email}>${subscribed ?? ''}\n`);
  process.stdout.write(`${id}\n`);
}

/** Creates a token for a client's domain, and prints it. */
export async function createToken(options: {
  client: string;
  domain: string;
  expiresAt?: string;
  test?: true;
}): Promise<void> {
  const clientId = new PathIdPipe('client_not_found').transform(options.client);
  const { domain, expires_at: expiresAt = null } = await checked(CreateTokenDto, {
    domain: options.domain,
    expires_at: options.expiresAt,
  });
  const issued = await withApp(({ app }) =>
    app.get(TokensService).issueToken(clientId, domain, expiresAt, options.test ? 'test' : 'live'),
  );
  process.stderr.write(
    `${issued.mode === 'test' ? 'Test token' : 'Token'} ${issued.id} of client ${clientId} for ${issued.domain}, shown only once:\n`,
  );
  process.stdout.write(`${issued.token}\n`);
}

export async function revokeToken(id: string): Promise<void> {
  const tokenId = new PathIdPipe('token_not_found').transform(id);
  const { domain, last4 } = await withApp(({ app }) => app.get(TokensService).revokeToken(tokenId));
  process.stdout.write(`Token ${tokenId} for ${domain}, which ends in ${last4}, is revoked\n`);
}
