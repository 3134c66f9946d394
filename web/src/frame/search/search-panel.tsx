import { VisuallyHidden } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useImperativeHandle, type Ref } from 'react';
import { plural } from '../../shared/format';
import { SuggestionList } from './suggestion-list';
import { onlyResult } from './suggestion';
import { useSuggestions } from './use-suggestions';
import classes from './search-panel.module.css';

/** Functions for the keys that are pressed in the search field. */
export interface PanelHandle {
  /** Finds the suggestion after (1) or before (-1) one; null stands for the field. */
  neighborOf: (key: string | null, step: number) => string | null;
  /** Opens a suggestion, or else the only result of a search. Returns false if there are several, or none. */
  open: (q: string, key: string | null) => Promise<boolean>;
}

/** Renders the suggestions for what is typed. */
export function SearchPanel({
  ref,
  listId,
  text,
  activeKey,
  onLeave,
}: {
  ref: Ref<PanelHandle>;
  listId: string;
  text: string;
  activeKey: string | null;
  onLeave: () => void;
}) {
  const { groups, isNothing, hasFailed, optionsFor } = useSuggestions(text);
  const suggestions = groups.flatMap((group) => group.suggestions);
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  useImperativeHandle(ref, () => ({
    neighborOf(key, step): string | null {
      const count = suggestions.length;
      const at = suggestions.findIndex((suggestion) => suggestion.key === key);
      const from = at === -1 && step < 0 ? count : at;
      return suggestions[(from + step + count) % count]?.key ?? null;
    },
    async open(q, key): Promise<boolean> {
      const active = suggestions.find((suggestion) => suggestion.key === key);
      const chosen =
        active ?? onlyResult(await queryClient.fetchQuery(optionsFor(q)).catch(() => []));
      if (chosen === null) return false;
      onLeave();
      await navigate(chosen.link);
      return true;
    },
  }));
  const hasAny = suggestions.length > 0;
  return (
    <div className={classes.panel} hidden={!hasAny && !isNothing && !hasFailed}>
      <SuggestionList id={listId} groups={groups} activeKey={activeKey} onChosen={onLeave} />
      <p className={classes.notice} role="status">
        {isNothing && 'Nothing found. Try a phone number, a name, or a part of an order number.'}
        {hasFailed && 'The search failed. Press Enter to try again.'}
        {hasAny && (
          <>
            <VisuallyHidden>{plural(suggestions.length, 'suggestion')}. </VisuallyHidden>
            {onlyResult(groups) === null ? 'Enter shows all results.' : 'Enter opens it.'}
          </>
        )}
      </p>
    </div>
  );
}
