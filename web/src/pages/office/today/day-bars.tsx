import { useComputedColorScheme } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import UPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { formatDay } from '../../../shared/format';
import classes from './day-bars.module.css';

interface DayBarsProps {
  title: string;
  /** Days such as `2026-11-20`. */
  dates: readonly string[];
  values: readonly number[];
  format: (value: number) => string;
}

const DAY_SECONDS = 86_400;
const HEIGHT = 176;

/** Renders a bar for each day, from zero. It is decorative: a table below has the numbers. */
export function DayBars({ title, dates, values, format }: DayBarsProps) {
  const place = useRef<HTMLDivElement>(null);
  const [pointed, setPointed] = useState<number | null>(null);
  const scheme = useComputedColorScheme();
  useEffect(() => {
    const element = place.current;
    if (element === null) return;
    const days = dates.map((date) => Date.parse(date) / 1000);
    const plot = new UPlot(
      optionsOf(element, { days, format, onPoint: setPointed }),
      [days, [...values]],
      element,
    );
    const observer = new ResizeObserver(() =>
      plot.setSize({ width: element.clientWidth, height: HEIGHT }),
    );
    observer.observe(element);
    return () => {
      observer.disconnect();
      plot.destroy();
    };
    // The chart reads the colors from the page when it is drawn.
  }, [dates, values, format, scheme]);
  const date = pointed === null ? undefined : dates[pointed];
  return (
    <figure className={classes.figure}>
      <figcaption className={classes.caption}>{title}</figcaption>
      <p className={classes.readout} aria-hidden>
        {date === undefined ? 'By day' : `${formatDay(date)}: ${format(values[pointed ?? 0] ?? 0)}`}
      </p>
      <div ref={place} className={classes.chart} aria-hidden />
    </figure>
  );
}

interface Scale {
  /** Seconds since 1970. */
  days: readonly number[];
  format: (value: number) => string;
  onPoint: (index: number | null) => void;
}

function optionsOf(element: HTMLElement, { days, format, onPoint }: Scale): UPlot.Options {
  const style = getComputedStyle(element);
  const color = (name: string): string => style.getPropertyValue(name).trim();
  const axis: UPlot.Axis = {
    stroke: color('--soft'),
    grid: { stroke: color('--line'), width: 1 },
    ticks: { show: false },
    font: `12px ${style.fontFamily}`,
  };
  const [first = 0, last = 0] = [days[0], days.at(-1)];
  return {
    width: element.clientWidth,
    height: HEIGHT,
    legend: { show: false },
    cursor: { y: false, points: { show: false }, drag: { x: false, y: false } },
    // Half a day more at both ends, so that the first and the last bar are not cut.
    scales: {
      x: { time: true, range: () => [first - DAY_SECONDS / 2, last + DAY_SECONDS / 2] },
      y: { range: (_plot, _least, most) => [0, most > 0 ? most * 1.1 : 1] },
    },
    tzDate: (seconds) => UPlot.tzDate(new Date(seconds * 1000), 'UTC'),
    axes: [
      { ...axis, grid: { show: false }, values: (_plot, splits) => splits.map(shortDay) },
      {
        ...axis,
        size: 56,
        incrs: [1, 2, 5]
          .flatMap((step) => POWERS.map((power) => step * power))
          .sort((a, b) => a - b),
        values: (_plot, splits) => splits.map((value) => compact.format(value)),
      },
    ],
    series: [
      {},
      {
        fill: color('--accent'),
        stroke: color('--accent'),
        paths: UPlot.paths.bars?.({ size: [0.7, 40] }),
        points: { show: false },
        value: (_plot, value: number | null) => format(value ?? 0),
      },
    ],
    hooks: { setCursor: [({ cursor }) => onPoint(cursor.idx ?? null)] },
  };
}

const POWERS = Array.from({ length: 10 }, (_, power) => 10 ** power);

/** Formats large numbers as in India: 1.2L is 1,20,000. */
const compact = new Intl.NumberFormat('en-IN', { notation: 'compact' });

const dayOfMonth = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'UTC',
  day: 'numeric',
  month: 'short',
});

function shortDay(seconds: number): string {
  return dayOfMonth.format(new Date(seconds * 1000));
}
