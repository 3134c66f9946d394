import { forgetInput } from '../shared/forms/unsaved';

const OWNER = 'tab-of';

/** Tells the other tabs of the browser, which share its session, who is signed in. */
const signedIn = new BroadcastChannel('signed-in');

/** The person for whom this document was loaded; null until it is known. */
let loadedFor: number | null = null;

/**
 * Loads a page after a person has signed in or out. A navigation of the router would keep answers for the person before, in its
 * cache or preloaded by the browser.
 */
export function loadForAnother(path: string): void {
  location.replace(`/dashboard${path}`);
}

/** Forgets what this tab keeps, such as drafts. */
export function forgetTab(): void {
  sessionStorage.clear();
}

/** Returns true if a person used this tab and has not signed out: the session has ended by itself. */
export function hasPerson(): boolean {
  return sessionStorage.getItem(OWNER) !== null;
}

/** Forgets what this tab keeps of another person than the one who is signed in, and tells the other tabs. */
export function keepTabOf(userId: number): void {
  if (sessionStorage.getItem(OWNER) !== String(userId)) forgetTab();
  sessionStorage.setItem(OWNER, String(userId));
  loadedFor ??= userId;
  leaveTo(userId);
  signedIn.postMessage(userId);
}

/** Forgets what this tab keeps, and tells the other tabs, when another person has signed in over a page that says so. */
export function giveTabTo(userId: number): void {
  forgetTab();
  // The page stays until that person has read what it says, even if other tabs answer.
  loadedFor = userId;
  signedIn.postMessage(userId);
}

/** Leaves the page as soon as another tab has signed in another person: what it shows and what was typed is not theirs. */
export function watchOtherTabs(): void {
  signedIn.addEventListener('message', ({ data }: MessageEvent<number>) => leaveTo(data));
}

function leaveTo(userId: number): void {
  if (loadedFor === null || loadedFor === userId) return;
  forgetInput();
  loadForAnother('');
}
