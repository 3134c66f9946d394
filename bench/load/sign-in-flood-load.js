// Keeps sign-ins with a wrong password in flight, each from an address of its own, until it is ended. Started by
// bench/sign-in-flood.js with the service's URL and the number in flight; prints the statuses at the end.
import { Agent, request } from 'node:http';

const [, , baseUrl, inFlight] = process.argv;
const agent = new Agent({ keepAlive: true, maxSockets: Number(inFlight) });
const counts = {};

function attempt(number) {
  const address = [10, number >> 16, number >> 8, number].map((part) => part & 255).join('.');
  const body = JSON.stringify({ email: `${number}@people.example`, password: 'a wrong password' });
  const sending = request(`${baseUrl}/dashboard/api/session`, {
    agent,
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'Content-Length': body.length,
      'X-Forwarded-For': address,
    },
  });
  sending.on('response', (answer) => {
    counts[answer.statusCode] = (counts[answer.statusCode] ?? 0) + 1;
    answer.resume().once('close', next);
  });
  // The service may close a connection whose body it did not read.
  sending.on('error', () => setImmediate(next));
  sending.end(body);
}

let sent = 0;
function next() {
  sent += 1;
  attempt(sent);
}

process.on('SIGTERM', () => {
  process.stdout.write(JSON.stringify(counts));
  process.exit(0);
});
for (let left = Number(inFlight); left > 0; left -= 1) next();
