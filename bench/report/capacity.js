// Tables of docs/scaling.md, which follow from the figures.
import { figureText, mainFigureText } from './goal.js';
import { describeMachine, markdown } from './tables.js';

const STORES = [100, 1_000, 10_000, 100_000];
const PRODUCTS_OF_STORE = 1_000;
const SECONDS_BETWEEN_READINGS = 15 * 60;
const SECONDS_BETWEEN_POLLS = 60;
const ORDERS_A_DAY = 50;
const SECONDS_A_DAY = 24 * 60 * 60;
const DAYS_A_YEAR = 365;
/** Rate of the busiest minute, in multiples of the mean. */
const PEAK = 10;
const ORDER_KB = 1.5;

const RATES = {
  stock: 'stock or price of one product',
  'list-304': 'list of 1,000 products, unchanged (304)',
  changes: 'changes, nothing new',
  status: 'status of an order',
  order: 'orders of two lines',
};

/** Computes the rates of an instance at full load, and half of each, which is the basis for planning. */
export function capacity({ service }) {
  const result = (name) => mainFigureText(named(service.results, name));
  const rates = Object.entries(RATES).map(([name, what]) => {
    const { median } = named(service.results, name).service;
    return [what, `${figureText(median)} a second`, `${figureText(half(median))} a second`];
  });
  const table = markdown(
    ['work', 'full load', 'planned with (half)'],
    [
      ...rates,
      ['p99 at half load: stock, order', `${result('p99-stock')}, ${result('p99-order')}`, ''],
      ['memory, 10,000 products on 10 plans', result('memory'), ''],
    ],
  );
  return `${service.date}: ${describeMachine(service.run)}.\n\n${table}`;
}

/** Computes the requests of many stores, and the instances that answer them at half load. */
export function stores({ service }) {
  const planned = (name) => half(named(service.results, name).service.median);
  return markdown(
    [
      'stores',
      'products one by one, a second',
      'by the feed, a second',
      'orders a second, mean and peak',
      'instances by the feed',
      'instances one by one',
      'data of a year',
    ],
    STORES.map((count) => {
      const single = (count * PRODUCTS_OF_STORE) / SECONDS_BETWEEN_READINGS;
      const polls = count / SECONDS_BETWEEN_POLLS;
      const orders = (count * ORDERS_A_DAY) / SECONDS_A_DAY;
      const ordering = (PEAK * orders) / planned('order');
      return [
        count.toLocaleString('en'),
        figureText(single),
        figureText(polls),
        `${figureText(orders)}, ${figureText(PEAK * orders)}`,
        `${Math.ceil(polls / planned('changes') + ordering)} + 1`,
        `${Math.ceil(single / planned('stock') + ordering)} + 1`,
        sizeText(count * ORDERS_A_DAY * DAYS_A_YEAR * ORDER_KB),
      ];
    }),
  );
}

/** Computes the cost of an order with several instances. */
export function instances({ scale }) {
  const orders = scale.results.filter(({ name }) => name.startsWith('orders, '));
  return markdown(
    ['', 'orders a second', "PostgreSQL's µs for an order", 'times'],
    orders.map(({ name, perSecond, postgres, times }) => [
      name.replace('orders, ', ''),
      figureText(perSecond),
      figureText(postgres),
      times.toFixed(2),
    ]),
  );
}

function named(results, name) {
  return results.find(({ row }) => row === name);
}

/** Computes half of a rate, with three significant digits. */
function half(rate) {
  return Number((rate / 2).toPrecision(3));
}

function sizeText(kilobytes) {
  const gigabytes = kilobytes / 1e6;
  return gigabytes < 1e3 ? `${figureText(gigabytes)} GB` : `${figureText(gigabytes / 1e3)} TB`;
}
