/** Options of calls that a page repeats on its own: they do not keep the session alive. */
export const BACKGROUND = { headers: { 'X-Background': '1' } };
