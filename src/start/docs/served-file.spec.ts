import express from 'express';
import request from 'supertest';
import { readSettings } from '../../settings.js';
import { FileServer, type ServedFile } from './served-file.js';

const MEGABYTE = 1024 * 1024;

describe('files that name the address of the service', () => {
  it('are kept for the latest addresses only, however many callers make up', async () => {
    const app = express();
    const read: string[] = [];
    const server = new FileServer(readSettings({}), ({ headers }) => headers.host ?? '');
    const page: ServedFile = {
      path: '/page',
      type: 'text/plain',
      isAddressed: true,
      contentFor: (address) => {
        read.push(address);
        return address.padEnd(MEGABYTE, '.');
      },
    };
    app.get(page.path, (asked, answer) => server.send(asked, answer, page));
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
