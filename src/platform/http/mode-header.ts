/** The header of every authenticated response to a test token. */
export const MODE_HEADER = 'X-Mode';
