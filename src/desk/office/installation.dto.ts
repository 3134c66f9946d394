import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ApiProperty } from '@nestjs/swagger';
import { PROJECT } from '../../platform/built-files.js';
import { GATEWAY_KINDS } from '../../platform/config/gateway-kinds.js';
import { DELIVERY_POLICIES, type Settings } from '../../platform/config/settings.js';
import { EXAMPLE_URL } from '../../platform/http/example-url.js';

const { version: VERSION } = JSON.parse(readFileSync(join(PROJECT, 'package.json'), 'utf8')) as {
  version: string;
};

const GATEWAYS = ['off' as const, ...GATEWAY_KINDS];

/** Settings and versions of an installation; never a secret. */
export class InstallationDto {
  @ApiProperty({ example: '1.1.0' })
  version: string;

  @ApiProperty({ description: 'Where browsers reach the pages', example: EXAMPLE_URL })
  public_url: string;

  @ApiProperty({ example: 'INR' })
  currency: string;

  @ApiProperty({ enum: GATEWAYS, description: 'sandbox: it moves no money' })
  gateway: (typeof GATEWAYS)[number];

  @ApiProperty({ description: 'Whether mails go to a mail server; otherwise they are files' })
  mail_server: boolean;

  @ApiProperty({ description: 'Whether clients are shown a bank account for their transfers' })
  bank_details: boolean;

  @ApiProperty({ type: 'integer', description: 'Hours until an unpaid order expires; 0: never' })
  unpaid_order_ttl_hours: number;

  @ApiProperty({ enum: DELIVERY_POLICIES })
  delivery_policy: string;

  @ApiProperty({ description: 'Whether a tax profile is in force, so that shipments get invoices' })
  issues_documents: boolean;

  @ApiProperty({ description: 'Whether it runs in production' })
  production: boolean;
}

export function toInstallation(
  settings: Settings,
  publicUrl: string,
  { bankDetails, issuesDocuments }: { bankDetails: string | null; issuesDocuments: boolean },
): InstallationDto {
  return {
    version: VERSION,
    public_url: publicUrl,
    currency: settings.currency,
    gateway: settings.gateway?.kind ?? 'off',
    mail_server: settings.mail !== null,
    bank_details: bankDetails !== null,
    unpaid_order_ttl_hours: settings.unpaidOrderTtlHours,
    delivery_policy: settings.deliveryPolicy,
    issues_documents: issuesDocuments,
    production: settings.isProduction,
  };
}
