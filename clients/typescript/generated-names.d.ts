// Types that the generated code uses and Node's types do not declare.
// oxlint-disable-next-line typescript/no-explicit-any -- Node's own type allows lists, the generated one does not.
type HeadersInit = Headers | string[][] | Record<string, any>;
type BodyInit = NonNullable<RequestInit['body']>;
declare const document: unknown;
