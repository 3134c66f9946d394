import request from 'supertest';
import type { TestApp } from './app.js';

/** Reads a figure that Prometheus gets, such as `courier_bookings{state="wanted"}`; NaN: there is none. */
export async function metric(app: TestApp, name: string): Promise<number> {
  const { text } = await request(app.server).get('/metrics').expect(200);
  const line = text.split('\n').find((each) => each.startsWith(`${name} `));
  return Number(line?.slice(name.length) ?? Number.NaN);
}
