import type { LinkProps } from '@tanstack/react-router';
import type { Tone } from '../../shared/status';

/** A result or an action that the search field offers. */
export interface Suggestion {
  /** Distinct among all suggestions. */
  key: string;
  link: Pick<LinkProps, 'to' | 'params' | 'search'>;
  title: string;
  isCode?: boolean;
  /** Names, places and numbers that say which one it is. */
  details: readonly string[];
  status?: { tone: Tone; label: string } | null;
}

/** Suggestions of one kind. */
export interface SuggestionGroup {
  title: string;
  suggestions: readonly Suggestion[];
  /** True for what can be done with the results, rather than results. */
  areActions?: boolean;
}

/** Number of results of each kind. */
export const SUGGESTED_MAX = 5;

/** Picks the groups that have anything. */
export function withoutEmpty(groups: readonly SuggestionGroup[]): SuggestionGroup[] {
  return groups.filter(({ suggestions }) => suggestions.length > 0);
}

/** Finds the result if there is exactly one; null otherwise. */
export function onlyResult(groups: readonly SuggestionGroup[]): Suggestion | null {
  const results = groups.filter(({ areActions = false }) => !areActions);
  const [only, ...others] = results.flatMap(({ suggestions }) => suggestions);
  return others.length === 0 ? (only ?? null) : null;
}

/** Makes the id of the element that shows a suggestion. */
export function optionId(listId: string, key: string): string {
  return `${listId}-${key.replaceAll(/\s/g, '-')}`;
}
