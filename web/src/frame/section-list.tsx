import { VisuallyHidden } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { openCount } from '../shared/format';
import { Icon } from '../shared/icon';
import { useCounts } from './counts';
import { CLIENT_SECTIONS, OPERATOR_SECTIONS } from './navigation';
import { useSession } from './session';
import classes from './section-list.module.css';

/** Renders the dashboard's sections as links; the current one is marked. */
export function SectionList({ onNavigate }: { onNavigate?: () => void }) {
  const { user, permissions } = useSession();
  const counts = useCounts();
  const sections = (user.kind === 'operator' ? OPERATOR_SECTIONS : CLIENT_SECTIONS).filter(
    ({ needs }) => needs === undefined || permissions.includes(needs),
  );
  return (
    <ul className={classes.list}>
      {sections.map(({ to, label, icon, count, tab }) => (
        <li key={label}>
          <Link
            to={to}
            // The type of `search` is that of one route. A section is any of them.
            search={tab && ({ tab: tab(counts) } as never)}
            className={classes.link}
            activeOptions={{ exact: to === '/' || to === '/office', includeSearch: false }}
            onClick={onNavigate}
          >
            <Icon name={icon} />
            {label}
            <SectionCount count={count?.(counts) ?? 0} />
          </Link>
        </li>
      ))}
    </ul>
  );
}

function SectionCount({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <span className={classes.count}>
      {openCount(count)}
      <VisuallyHidden> open</VisuallyHidden>
    </span>
  );
}
