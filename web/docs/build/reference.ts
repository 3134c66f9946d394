import type { DocumentedError } from '../../../src/start/docs/documented-errors.js';
import { ERRORS } from '../../../src/platform/http/errors.js';
import type { Contract, Field, Operation, Parameter } from './contract.js';
import { codes, jsonBlock, table } from './markdown-table.js';
import { samples } from './samples.js';

/**
 * Writes the sections of all operations: description, parameters, fields and errors, then a call in four languages and its
 * answers.
 */
export function operationSections(
  contract: Contract,
  errors: readonly DocumentedError[],
  commonErrors: readonly DocumentedError[],
): string {
  return contract.tags
    .flatMap(({ name, description = '' }) =>
      contract.operations
        .filter(({ tag }) => tag === name)
        .map((operation) => {
          const ownErrors = errors.filter(
            (error) =>
              !commonErrors.includes(error) &&
              error.operations.some(({ id }) => id === operation.id),
          );
          return section(operation, `*${name}: ${description}*`, ownErrors);
        }),
    )
    .join('\n\n');
}

function section(operation: Operation, group: string, errors: readonly DocumentedError[]): string {
  const { id, method, path, tag, summary, description, parameters, body, success } = operation;
  return [
    `## ${escaped(summary)} {#${id}}`,
    group,
    `**${method}** \`${path}\``,
    description,
    `[Try ${id} in the browser](/docs#/${tag}/${id})`,
    ...(parameters.length === 0 ? [] : ['### Parameters', parameterTable(parameters)]),
    ...(body === null ? [] : ['### Body', fieldTable(body.fields)]),
    `### Answer ${success.status}`,
    `**${success.fields.length} fields**`,
    fieldTable(success.fields.map((field) => ({ ...field, isRequired: true }))),
    `**${success.headers.length} headers**`,
    table(
      ['Header', 'Description'],
      success.headers.map((header) => [`\`${header.name}\``, escaped(header.description)]),
    ),
    '### Errors',
    errors.length === 0
      ? 'Only the [errors of every operation](#errors).'
      : `${errorLinks(errors)}, and the [errors of every operation](#errors).`,
    '### Call',
    samples((language) => language.call(operation)),
    `### Examples of the answer`,
    ...success.examples.flatMap(({ summary: title, value }) => [
      `**${escaped(title)}**`,
      jsonBlock(value),
    ]),
  ].join('\n\n');
}

/** Writes the codes of errors with their status, as links to what they mean. */
export function errorLinks(errors: readonly DocumentedError[]): string {
  return errors
    .map(({ code }) => `[\`${code}\`](/docs/errors#${code}) ${ERRORS[code].status}`)
    .join(', ');
}

/** Writes the table of errors with their status and message. */
export function errorTable(errors: readonly DocumentedError[]): string {
  return table(
    ['Code', 'Status', 'Message'],
    errors.map(({ code }) => [
      `[\`${code}\`](/docs/errors#${code})`,
      String(ERRORS[code].status),
      escaped(ERRORS[code].message),
    ]),
  );
}

function parameterTable(parameters: readonly Parameter[]): string {
  return table(
    ['Parameter', 'Description'],
    parameters.map((parameter) => [
      `\`${parameter.path}\` *${parameter.in}${parameter.isRequired ? '' : ', optional'}*`,
      sentences(
        meaning(parameter),
        parameter.example === undefined ? '' : `Example: \`${parameter.example}\``,
      ),
    ]),
  );
}

function fieldTable(fields: readonly Field[]): string {
  return table(
    ['Field', 'Description'],
    fields.map((field) => [
      `\`${field.path}\`${field.isRequired ? '' : ' *optional*'}`,
      meaning(field),
    ]),
  );
}

function meaning({ type, limit, values, description }: Field): string {
  // The limit of an integer says that it is one.
  const form = [type === 'integer' && limit !== '' ? '' : type, limit].filter(Boolean).join(', ');
  return sentences(
    form,
    values.length === 0 || type === 'boolean' ? '' : `One of ${codes(values, 'or')}`,
    escaped(description),
  );
}

/** Joins the parts that are not empty to sentences. */
export function sentences(...parts: readonly string[]): string {
  return parts.filter(Boolean).join('. ');
}

/** Makes a text whose words between backticks are code, with nothing else that Markdown takes for markup. */
export function escaped(text: string): string {
  return text
    .split('`')
    .map((part, index) => (index % 2 === 0 ? part.replace(/[<*[\]]/g, '\\$&') : part))
    .join('`');
}
