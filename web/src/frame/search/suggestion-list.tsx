import { Link } from '@tanstack/react-router';
import { Status } from '../../shared/status';
import { optionId, type Suggestion, type SuggestionGroup } from './suggestion';
import classes from './suggestion-list.module.css';

/** Renders suggestions by kind. The focus stays in the field, which names the active one. */
export function SuggestionList({
  id,
  groups,
  activeKey,
  onChosen,
}: {
  id: string;
  groups: readonly SuggestionGroup[];
  activeKey: string | null;
  onChosen: () => void;
}) {
  return (
    <div
      id={id}
      role="listbox"
      aria-label="Suggestions"
      className={classes.list}
      hidden={groups.length === 0}
    >
      {groups.map(({ title, suggestions }) => (
        <div key={title} role="group" aria-label={title}>
          <div className={classes.title} aria-hidden>
            {title}
          </div>
          {suggestions.map((suggestion) => (
            <Option
              key={suggestion.key}
              id={optionId(id, suggestion.key)}
              suggestion={suggestion}
              isActive={suggestion.key === activeKey}
              onChosen={onChosen}
            />
          ))}
        </div>
      ))}
    </div>
  );
}

function Option({
  id,
  suggestion: { link, title, isCode = false, details, status },
  isActive,
  onChosen,
}: {
  id: string;
  suggestion: Suggestion;
  isActive: boolean;
  onChosen: () => void;
}) {
  return (
    <Link
      {...link}
      id={id}
      role="option"
      aria-selected={isActive}
      tabIndex={-1}
      className={classes.option}
      ref={isActive ? scrollIntoView : undefined}
      // The focus stays in the field.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onChosen}
    >
      <span className={classes.head}>
        <span className={isCode ? 'mono' : undefined}>{title}</span>
        {status != null && <Status tone={status.tone}>{status.label}</Status>}
      </span>
      {details.length > 0 && <span className={classes.details}>{details.join(' · ')}</span>}
    </Link>
  );
}

function scrollIntoView(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'nearest' });
}
