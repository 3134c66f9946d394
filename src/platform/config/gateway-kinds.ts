/**
 * The kinds of payment gateway, each with the environment variables that hold its keys: all are secrets, and GATEWAY of this
 * kind requires all of them. A kind needs an adapter in src/gateways.ts and in web/src/payments/gateways.
 */
export const GATEWAY_VARIABLES = {
  sandbox: {},
  razorpay: {
    keyId: 'RAZORPAY_KEY_ID',
    keySecret: 'RAZORPAY_KEY_SECRET',
    webhookSecret: 'RAZORPAY_WEBHOOK_SECRET',
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, string>>>>;

type Variables = typeof GATEWAY_VARIABLES;

export type GatewayKind = keyof Variables;
export const GATEWAY_KINDS = Object.keys(GATEWAY_VARIABLES) as GatewayKind[];

/** Settings of one kind of gateway: the kind and its keys. */
export type SettingsOf<Kind extends GatewayKind> = { readonly kind: Kind } & {
  readonly [Key in keyof Variables[Kind]]: string;
};

/** Settings of the payment gateway: the built-in sandbox, which moves no money, or an account at a company. */
export type GatewaySettings = { [Kind in GatewayKind]: SettingsOf<Kind> }[GatewayKind];

export type GatewayVariable = {
  [Kind in GatewayKind]: Variables[Kind][keyof Variables[Kind]];
}[GatewayKind];

/** Lists the names of the variables that a kind requires. */
export function variablesOf(kind: GatewayKind): GatewayVariable[] {
  return Object.values(GATEWAY_VARIABLES[kind]);
}
