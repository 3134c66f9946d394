import {
  documentedErrors,
  type DocumentedError,
} from '../../../../src/start/docs/documented-errors.js';
import { transitions } from '../../../../src/orders/lifecycle/order-lifecycle.js';
import { groupBy } from '../../../../src/platform/group-by.js';
import { BODY_REFUSALS, ERRORS } from '../../../../src/platform/http/errors.js';
import type { Contract, Operation, Parameter } from '../contract.js';
import { ERROR_GUIDE } from '../error-guide.js';
import { codes } from '../markdown-table.js';
import { firstSentences, typeDeclarations, typeName } from './typescript-types.js';

/** The correction of the address alone: that of the order corrects the address, too. */
const SUPERSEDED = 'changeShipping';

/** Collects the placeholders of llms-full.txt: operations, types and errors, and the sections of the page about orders by their ids. */
export function llmsFacts(contract: Contract, ordersPage: string): Record<string, string> {
  const errors = documentedErrors(contract.document);
  const sections = ordersPage.split(/^(?=## )/m).map((section): [string, string] => {
    const [, id = ''] = /\{#([\w-]+)\}/.exec(section) ?? [];
    return [`section_${id.replaceAll('-', '_')}`, plain(section)];
  });
  return {
    ...Object.fromEntries(sections),
    body_refusals: codes(BODY_REFUSALS),
    operation_list: operationList(contract, errors),
    types: typeDeclarations(contract.document),
    error_list: errors
      .map(
        ({ code }) =>
          `- ${code} (${ERRORS[code].status}): ${advice(ERROR_GUIDE[code]?.todo ?? '')}`,
      )
      .join('\n'),
  };
}

/** Says what to do about an error in two sentences; the page of errors has more. */
function advice(todo: string): string {
  return firstSentences(plain(todo), 2).replaceAll('`', '');
}

/** Lists the statuses that may follow each status. */
export function transitionList(): string {
  const next = groupBy(transitions(), ({ from }) => from);
  return [...next]
    .map(([from, all]) => `- \`${from}\` → ${[...new Set(all.map(({ to }) => to))].join(', ')}`)
    .join('\n');
}

/** Removes ids and targets of links from Markdown, which cost the reader of this text more than they say. */
function plain(markdown: string): string {
  return markdown
    .replace(/ \{#[\w-]+\}/g, '')
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .trim();
}

function operationList(contract: Contract, errors: readonly DocumentedError[]): string {
  const described = new Set<string>();
  return contract.operations
    .filter(({ id }) => id !== SUPERSEDED)
    .map((operation) => {
      const own = errors
        .filter(({ code }) => !(BODY_REFUSALS as readonly string[]).includes(code))
        .filter(({ operations }) => operations.length < contract.operations.length)
        .filter(({ operations }) => operations.some(({ id }) => id === operation.id));
      return operationText(
        operation,
        own.map(({ code }) => code),
        described,
      );
    })
    .join('\n\n');
}

/** @param described the descriptions of parameters that the text has already */
function operationText(
  operation: Operation,
  errors: readonly string[],
  described: Set<string>,
): string {
  const { method, path, summary, description, parameters, schemas, success } = operation;
  // What follows is about test mode, which has a section of its own.
  const [paragraph = ''] = description.trim().split('\n\n');
  const body = schemas.body === null ? '' : ` Body: ${typeName(schemas.body)}.`;
  return [
    `### ${method} ${path}`,
    `${summary}.${body} ${success.status}: ${typeName(schemas.success) || 'a PDF'}.`,
    ...(paragraph === '' ? [] : [firstSentences(paragraph, 2)]),
    ...parameters
      .filter((parameter) => parameter.in !== 'path')
      .map((parameter) => parameterLine(parameter, described)),
    ...(errors.length === 0 ? [] : [`Errors: ${errors.join(', ')}`]),
  ].join('\n');
}

function parameterLine(parameter: Parameter, described: Set<string>): string {
  const { path, type, limit, isRequired, in: place } = parameter;
  // Further sentences repeat what the rules and the types say.
  const description = firstSentences(parameter.description, 1);
  const form = [
    place === 'query' ? '' : place,
    limit === '' || type === 'string' ? type : '',
    limit,
    isRequired ? 'required' : '',
  ];
  const isRepeated = described.has(description);
  described.add(description);
  return `- ${path} (${form.filter(Boolean).join(', ')})${description === '' ? '' : `: ${isRepeated ? 'as above' : description}`}`;
}
