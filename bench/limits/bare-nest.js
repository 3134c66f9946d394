// A Nest application with one guard, one pipe and one route, which answers a constant. It prints its port.
import 'reflect-metadata';
import {
  Controller,
  Get,
  Injectable,
  Param,
  UseGuards,
  UsePipes,
  ValidationPipe,
} from '@nestjs/common';
import { NestFactory } from '@nestjs/core';

class Guard {
  canActivate(context) {
    return context.switchToHttp().getRequest().headers.authorization !== undefined;
  }
}
Injectable()(Guard);

class ThingsController {
  get(name) {
    return { success: true, data: { name } };
  }
}
Reflect.decorate(
  [Get(':name'), UseGuards(Guard), UsePipes(ValidationPipe)],
  ThingsController.prototype,
  'get',
  Object.getOwnPropertyDescriptor(ThingsController.prototype, 'get'),
);
Param('name')(ThingsController.prototype, 'get', 0);
Controller('api/things')(ThingsController);

const app = await NestFactory.create(
  { module: Guard, controllers: [ThingsController] },
  { logger: ['error'] },
);
await app.listen(0, '127.0.0.1');
process.stdout.write(`${app.getHttpServer().address().port}\n`);
