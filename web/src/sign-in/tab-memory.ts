const OWNER = 'tab-of';

/** Forgets what this tab keeps, such as drafts. */
export function forgetTab(): void {
  sessionStorage.clear();
}

/** Forgets what this tab keeps of another person than the one who has signed in. */
export function keepTabOf(userId: number): void {
  if (sessionStorage.getItem(OWNER) !== String(userId)) forgetTab();
  sessionStorage.setItem(OWNER, String(userId));
}
