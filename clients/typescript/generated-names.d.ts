// What the generated code names and Node's types don't.
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- Node's own allows lists, the generated one doesn't.
type HeadersInit = Headers | string[][] | Record<string, any>;
type BodyInit = NonNullable<RequestInit['body']>;
declare const document: unknown;
