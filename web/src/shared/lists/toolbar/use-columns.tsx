import { Button } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { lazy, type ReactNode } from 'react';
import { CheckList } from '../../check-list';
import { OnPress } from '../../overlays/on-press';
import type { Column } from '../columns';

const Panel = lazy(async () => ({ default: (await import('../../overlays/panel')).Panel }));

/** Choice of a person for columns by their headers; a column that is missing is as the page has it. */
type Choice = Partial<Record<string, boolean>>;

interface Columns<Row> {
  shown: readonly Column<Row>[];
  /** Opens the choice. */
  menu: ReactNode;
}

/** Keeps the columns of a list that a person has chosen in this browser. The first column is always shown. */
export function useColumns<Row>(list: string, columns: readonly Column<Row>[]): Columns<Row> {
  const [choice, setChoice] = useLocalStorage<Choice>({
    key: `columns:${list}`,
    defaultValue: {},
    getInitialValueInEffect: false,
    deserialize: choiceOf,
  });
  const isShown = ({ header, isExtra = false }: Column<Row>): boolean => choice[header] ?? !isExtra;
  const [first, ...others] = columns;
  const shown = others.filter(isShown);
  const choose = (chosen: readonly string[]): void =>
    setChoice(Object.fromEntries(others.map(({ header }) => [header, chosen.includes(header)])));
  return {
    shown: [
      ...(first === undefined ? [] : [first]),
      ...shown.map((column) => ({ ...column, isExtra: false })),
    ],
    menu: (
      <OnPress
        button={
          <Button variant="default" size="compact-sm" visibleFrom="sm">
            Columns
          </Button>
        }
        kind="dialog"
        opens={Panel}
        props={{
          label: 'Columns',
          position: 'bottom-end',
          children: (
            <CheckList
              legend="Columns"
              options={others.map(({ header }) => ({ value: header, label: header }))}
              chosen={shown.map(({ header }) => header)}
              onChange={choose}
            />
          ),
        }}
      />
    ),
  };
}

/** Reads what the browser has stored; anything else is no choice. */
function choiceOf(text: string | undefined): Choice {
  try {
    const stored: unknown = JSON.parse(text ?? '{}');
    const entries = typeof stored === 'object' && stored !== null ? Object.entries(stored) : [];
    return Object.fromEntries(entries.filter(([, isOn]) => typeof isOn === 'boolean'));
  } catch {
    return {};
  }
}
