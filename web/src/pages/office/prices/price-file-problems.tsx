import { refusedData } from '../../../api/problem';

interface FileProblem {
  line: number;
  sku: string | null;
  problem: string;
}

const SHOWN = 20;

/** Renders the reasons why no row of a file could be used. */
export function PriceFileProblems({ error }: { error: unknown }) {
  const problems = refusedData<{ problems: FileProblem[] }>(error)?.problems ?? [];
  return <FileProblemList problems={problems} />;
}

/** Renders the first rows of a file that are not used. */
export function FileProblemList({ problems }: { problems: readonly FileProblem[] }) {
  if (problems.length === 0) return null;
  return (
    <div className="small">
      <ul>
        {problems.slice(0, SHOWN).map(({ line, sku, problem }) => (
          <li key={line}>{`Line ${line}${sku === null ? '' : `, ${sku}`}: ${problem}`}</li>
        ))}
        {problems.length > SHOWN && <li>{`and ${problems.length - SHOWN} more`}</li>}
      </ul>
    </div>
  );
}
