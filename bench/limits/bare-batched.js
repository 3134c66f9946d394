// The fastest response that needs the database: Node's own server and one prepared statement for all waiting requests.
// While statements run, the next requests queue. Its one argument is a JSON file.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import pg from 'pg';
import { BATCHED_ANSWERS } from './batched-answers.js';

/** With two, one batch is prepared while the other one is in PostgreSQL. */
const LANES = 2;

const { kind, database, clients } = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const { status, prepare, read, statement, write, lanes = LANES } = BATCHED_ANSWERS[kind];
const connections = await Promise.all(Array.from({ length: lanes }, connect));
const owners = new Map(clients.map((client) => [client.headers.Authorization, client]));
const shared = await prepare?.(connections[0]);
const idle = [...connections];
let waiting = [];

const server = createServer((request, response) => {
  const client = owners.get(request.headers.authorization);
  if (request.method === 'GET') enqueue({ response, item: read(request.url, client, shared) });
  else readBody(request, (body) => enqueue({ response, item: read(body, client, shared) }));
});
server.listen(0, '127.0.0.1', () => process.stdout.write(`${server.address().port}\n`));

async function connect() {
  // A generic plan, for any number of rows: PostgreSQL plans once.
  const options = '-c plan_cache_mode=force_generic_plan -c enable_seqscan=off';
  const connection = new pg.Client({ connectionString: database, options });
  await connection.connect();
  return connection;
}

function readBody(request, then) {
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => then(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks)));
}

function enqueue(job) {
  waiting.push(job);
  // At the end of this turn, so that all requests of one turn share a statement.
  if (waiting.length === 1 && idle.length > 0) setImmediate(runBatch);
}

function runBatch() {
  if (waiting.length === 0 || idle.length === 0) return;
  const connection = idle.pop();
  const batch = waiting;
  waiting = [];
  const { text, values } = statement(batch.map(({ item }) => item));
  connection.query({ name: kind, text, values }, (error, result) => {
    if (error) throw error;
    idle.push(connection);
    if (waiting.length > 0) runBatch();
    // Each row has the number of its request, from 1.
    for (const row of result.rows) answer(batch[row.n - 1], row);
  });
}

function answer({ response, item }, row) {
  const body = write(row, item, shared);
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
  });
  response.end(body);
}
