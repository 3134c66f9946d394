/** Begins the rejection reason of an approval that the service ended because the same was done in another way. */
export const UNNEEDED = 'No longer needed: ';
