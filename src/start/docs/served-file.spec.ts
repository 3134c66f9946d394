import express from 'express';
import request from 'supertest';
import type { DiscoveryService, MetadataScanner } from '@nestjs/core';
import { Routes } from '../../platform/http/routes.js';
import { FileServer } from './served-file.js';

const MEGABYTE = 1024 * 1024;

describe('files that name the address of the service', () => {
  it('are kept for the latest addresses only, however many callers make up', async () => {
    const app = express();
    const read: string[] = [];
    const routes = new Routes({} as DiscoveryService, {} as MetadataScanner);
    const server = new FileServer(routes, ({ headers }) => headers.host ?? '');
    app.use(server.answer);
    server.serve('/page', {
      type: 'text/plain',
      isAddressed: true,
      read: (address) => {
        read.push(address);
        return address.padEnd(MEGABYTE, '.');
      },
    });
    const addressAt = (host: string): request.Test => request(app).get('/page').set('Host', host);

    for (let index = 0; index < 20; index += 1) {
      const { text } = await addressAt(`host-${index}.example`).expect(200);
      expect(text).toMatch(new RegExp(`^host-${index}\\.example\\.+$`));
    }
    expect(read).toHaveLength(20);
    await addressAt('host-19.example').expect(200);
    expect(read).toHaveLength(20);
    await addressAt('host-0.example').expect(200);
    expect(read).toHaveLength(21);
  });
});
