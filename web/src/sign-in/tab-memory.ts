const OWNER = 'tab-of';

/**
 * Loads a page after a person has signed in or out. A navigation of the router would keep what this document holds of the person
 * before: answers in its cache, and answers that the browser preloaded and no call has taken yet.
 */
export function loadForAnother(path: string): void {
  location.replace(`/dashboard${path}`);
}

/** Forgets what this tab keeps, such as drafts. */
export function forgetTab(): void {
  sessionStorage.clear();
}

/** Forgets what this tab keeps of another person than the one who is signed in. */
export function keepTabOf(userId: number): void {
  if (sessionStorage.getItem(OWNER) !== String(userId)) forgetTab();
  sessionStorage.setItem(OWNER, String(userId));
}
