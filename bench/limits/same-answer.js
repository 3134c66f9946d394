// Sends the same answer to every request: by Node's own server, or by a Nest application with one handler. Its one argument is
// JSON; it prints its port.
import { createServer } from 'node:http';

const { isNest, status, headers, length } = JSON.parse(process.argv[2]);
const text = ' '.repeat(length);

const server = isNest ? await nestServer() : bareServer(Buffer.from(text));
server.listen(0, '127.0.0.1', () => process.stdout.write(`${server.address().port}\n`));

function bareServer(body) {
  return createServer((request, response) => {
    response.writeHead(status, headers);
    response.end(body);
  });
}

async function nestServer() {
  await import('reflect-metadata');
  const { Controller, Get, Header, HttpCode } = await import('@nestjs/common');
  const { NestFactory } = await import('@nestjs/core');
  class AnyController {
    answer() {
      return text;
    }
  }
  Reflect.decorate(
    [
      Get('{*path}'),
      HttpCode(status),
      ...Object.entries(headers).map(([name, value]) => Header(name, value)),
    ],
    AnyController.prototype,
    'answer',
    Object.getOwnPropertyDescriptor(AnyController.prototype, 'answer'),
  );
  Controller()(AnyController);
  const module = { module: AnyController, controllers: [AnyController] };
  const app = await NestFactory.create(module, { logger: ['error'] });
  await app.init();
  return app.getHttpServer();
}
