import type { TestApp } from './app.js';
import {
  Call,
  dataOfBody,
  wholeBody,
  withQuery,
  type Page,
  type Query,
  type Success,
} from './call.js';

type Method = Parameters<TestApp['admin']>[0];

/** The forms of calls to the Admin API of an instance of the service. */
export class AdminCalls {
  constructor(readonly app: TestApp) {}

  protected list<T>(path: string, query?: Query): Call<Page<T>> {
    return this.send('get', withQuery(path, query), undefined, wholeBody());
  }

  protected create<T>(path: string, body?: object): Call<T> {
    return this.send('post', path, body, dataOfBody(201));
  }

  protected call<T>(method: Method, path: string, body?: object): Call<T> {
    return this.send(method, path, body, dataOfBody());
  }

  private send<T>(method: Method, path: string, body: object | undefined, success: Success<T>) {
    return new Call(this.app.admin(method, path, body), success);
  }
}
