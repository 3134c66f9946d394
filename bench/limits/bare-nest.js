// A Nest application with one handler, which returns a text. Its one argument is a JSON file; it prints its port.
import 'reflect-metadata';
import { readFileSync } from 'node:fs';
import { Controller, Get, Header, HttpCode } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';

const { status, headers, text } = JSON.parse(readFileSync(process.argv[2], 'utf8'));

class AnyController {
  answer() {
    return text;
  }
}
Reflect.decorate(
  [
    Get('{*path}'),
    HttpCode(status),
    ...Object.entries(headers).map(([name, value]) => Header(name, String(value))),
  ],
  AnyController.prototype,
  'answer',
  Object.getOwnPropertyDescriptor(AnyController.prototype, 'answer'),
);
Controller()(AnyController);

const app = await NestFactory.create(
  { module: AnyController, controllers: [AnyController] },
  { logger: ['error'] },
);
await app.listen(0, '127.0.0.1');
process.stdout.write(`${app.getHttpServer().address().port}\n`);
