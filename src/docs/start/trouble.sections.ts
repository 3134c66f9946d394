import { EXAMPLE_REQUEST_ID } from '../../platform/http/openapi/api-docs.js';
import { AppError, ERRORS, errorBody } from '../../platform/http/errors.js';
import { shortageError } from '../../orders/placing/order-request.js';
import type { DocumentedError } from '../documented-errors.js';
import { placesOf } from '../errors/errors-page.js';
import { html } from '../html.js';
import { code, json, table, type Section } from '../section.js';

/** Returns every error that the Store API answers with. */
export function errors(documented: readonly DocumentedError[], operations: number): Section {
  const example = new AppError('insufficient_stock', { fields: [shortageError(0, 5, 2)] });
  return {
    id: 'errors',
    title: 'Errors',
    body: html`<p>
        Every error has this shape. ${code('code')} is made for your program and stays;
        ${code('message')} is made for people and may change. ${code('errors')} names all fields at
        fault: first those whose form is wrong, all at once, and when every form is right, all items
        that can not be ordered. The header ${code('Link')} of the answer leads to the code's entry
        on the page
        <a href="./errors">Errors</a>: when it happens, and what to do.
      </p>
      ${json(errorBody(example, EXAMPLE_REQUEST_ID))}
      ${table(
        ['Code', 'Status', 'Says'],
        documented.map((error) => [
          html`<a href="./errors#${error.code}">${code(error.code)}</a>`,
          ERRORS[error.code].status,
          [
            ERRORS[error.code].message,
            html`<small>${placesOf(error.operations, operations)}</small>`,
          ],
        ]),
      )}
      <p>
        Several items at fault in the same way give the order that code; in different ways,
        ${code('validation_failed')}. Each has its own code in ${code('errors')}. A code that you do
        not know yet means what its status means.
      </p>`,
  };
}

/** What to do when an answer is an error, or does not come. */
export function retries(): Section {
  return {
    id: 'retries',
    title: 'Try again, safely',
    body: html`<ul>
        <li>
          <strong>503 and 429</strong> carry ${code('Retry-After')}: wait so many seconds, and a
          little longer each further time.
        </li>
        <li>
          <strong>No answer, 408, 500, 502 or 504</strong>: try again after a moment, then after
          twice as long each time, up to a minute, with some chance in it.
        </li>
        <li>
          <strong>All else from 400 to 499</strong> stays as it is until the request, the
          credentials or the stock change.
        </li>
      </ul>
      <p>
        The clients do this for you: they begin with a fifth of a second and give up after 5 tries
        or 30 seconds. What then has no answer yet is for your own next try, minutes later.
      </p>
      <p>
        A GET can be repeated at any time. An order is never placed twice if you send one of these:
      </p>
      <dl>
        <dt>${code('store_order_id')} in the body</dt>
        <dd>
          Your own order id. A second order with it is refused with 409 ${code('duplicate_order')},
          which names the ${code('order_number')} and ${code('order_status')} of the first. If
          ${code('same_request')} is true, yours has arrived: store the number, and go on by the
          status, because the order may have been canceled or have expired since. The id stays taken
          for good, also by an order that has ended. The order of the keys in the body makes no
          difference.
        </dd>
        <dt>${code('Idempotency-Key')} as a header</dt>
        <dd>
          A new random key for each order, the same for its repetitions. For 24 hours the same key
          and body are answered with the first 201 again, marked by ${code('Idempotent-Replayed')}.
          It is the answer of that time: ask for the status to know how the order is now. Another
          body is refused with 422 ${code('idempotency_mismatch')}. An order that was refused leaves
          its key free. Several calls with one key at the same moment place one order.
        </dd>
      </dl>
      <p>
        Still at a loss? ${code('X-Request-Id')} of an answer is how we find your request; send your
        own and we keep it.
      </p>`,
  };
}
