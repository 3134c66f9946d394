// The fastest HTTP response that Node can send: its own server and prepared bytes. Its one argument is a JSON file.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

const { status, headers, bodyFile } = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const body = readFileSync(bodyFile);

const server = createServer((request, response) => {
  response.writeHead(status, headers);
  response.end(body);
});
server.listen(0, '127.0.0.1', () => process.stdout.write(`${server.address().port}\n`));
