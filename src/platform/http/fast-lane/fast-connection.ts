import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { chooseRequestId, type TrackedRequest } from '../request-context.js';
import type { RequestFollower } from '../connections/request-follower.js';
import { sendRest } from '../representation/send-rest.js';
import type { FastLane, LaneRequest } from './fast-lane.js';
import type { LaneAnswer } from './lane-context.js';
import { recognize, type RecognizedHeaders, type RecognizedRequest } from './recognize.js';

/** Dependencies that all connections share. */
export interface ConnectionParts {
  lane: FastLane;
  follower: RequestFollower;
  /** True if connections are to be closed with their next answer. */
  isLeaving: () => boolean;
  /** The most that a connection may wait between two requests. */
  keepAliveMs: number;
  /** Takes a connection for good, with bytes that it will read. */
  toNode: (socket: Socket) => void;
  /** Called when a connection is closed, or Node's. */
  onGone: (connection: FastConnection) => void;
}

/** The request in progress. */
interface Current {
  request: TrackedRequest;
  startedAtMs: number;
  /** 200 until the answer is written, as in Node: logged for requests whose caller disconnected. */
  status: number;
  isLast: boolean;
}

/**
 * A connection in front of `node:http`: answers the requests that it recognizes, one after the other. With the first bytes
 * that are anything else it becomes Node's, those bytes included, and stays so.
 */
export class FastConnection {
  /** Time since which it waits for a request; null: a request is in progress. */
  idleSinceMs: number | null = performance.now();
  private current: Current | null = null;
  private headers: RecognizedHeaders | null = null;
  /** The caller sends nothing more, but reads on. */
  private isHalfClosed = false;

  constructor(
    private readonly socket: Socket,
    private readonly parts: ConnectionParts,
  ) {
    socket.on('data', this.onData);
    socket.on('end', this.onEnd);
    socket.on('close', this.onClose);
    socket.on('error', this.destroy);
  }

  /** True if a request ever came. */
  get isUsed(): boolean {
    return this.headers !== null;
  }

  readonly destroy = (): void => {
    this.socket.destroy();
  };

  private readonly onData = (chunk: Buffer): void => {
    if (this.current !== null) {
      // Pipelined: handled after the current answer. Pausing lets TCP hold back further requests.
      this.socket.pause();
      this.socket.unshift(chunk);
      return;
    }
    const recognized = recognize(chunk, this.headers);
    const found = recognized && this.parts.lane.find(recognized);
    if (recognized === null || found === null) {
      this.handOver(chunk);
      return;
    }
    this.headers = recognized.headers;
    this.begin(found, recognized);
  };

  private begin(
    found: LaneRequest,
    { method, url, bytes, headers: known }: RecognizedRequest,
  ): void {
    const { headers, rawHeaders, isLast } = known;
    const requestId = chooseRequestId(headers['x-request-id']);
    const { socket } = this;
    const request: TrackedRequest = { method, url, headers, rawHeaders, socket, requestId, bytes };
    this.idleSinceMs = null;
    const current = { request, startedAtMs: performance.now(), status: 200, isLast };
    this.current = current;
    this.parts.follower.begin();
    this.parts.lane.answer(found, request, (answer) => this.write(answer, current));
  }

  private write({ status, headers, content, isLast }: LaneAnswer, current: Current): void {
    const { socket } = this;
    if (socket.destroyed) return;
    current.status = status;
    current.isLast ||= isLast || this.parts.isLeaving();
    let head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n`;
    for (let at = 0; at < headers.length; at += 2) head += `${headers[at]}: ${headers[at + 1]}\r\n`;
    head += `Date: ${dateText()}\r\n${this.connectionLines(current)}\r\n`;
    const { parts = [], rest, length = 0 } = content ?? {};
    const onWritten =
      rest === undefined ? this.onWritten : () => sendRest(socket, rest, this.onWritten);
    const [only] = parts;
    if (only === undefined) socket.write(head, 'latin1', onWritten);
    else if (typeof only === 'string') {
      // As many bytes as characters: ASCII, which Node writes faster as latin1.
      const encoding = only.length === length ? 'latin1' : 'utf8';
      socket.write(head + only, encoding, onWritten);
    } else {
      socket.cork();
      // Buffers alone are written without a copy.
      socket.write(Buffer.from(head, 'latin1'));
      for (const part of parts.slice(0, -1)) socket.write(part);
      socket.write(parts.at(-1) ?? '', onWritten);
      socket.uncork();
    }
  }

  private connectionLines({ isLast }: Current): string {
    if (isLast) return 'Connection: close\r\n';
    const seconds = Math.floor(this.parts.keepAliveMs / 1000);
    return `Connection: keep-alive\r\nKeep-Alive: timeout=${seconds}\r\n`;
  }

  /** Ends the request: the operating system has the whole answer. After a broken connection, `onClose` does it. */
  private readonly onWritten = (): void => {
    const { current, socket } = this;
    if (current === null || socket.destroyed || socket.errored !== null) return;
    this.end(current, { isAborted: false });
    if (current.isLast || this.isHalfClosed) {
      socket.destroySoon();
      return;
    }
    this.idleSinceMs = performance.now();
    if (socket.isPaused()) socket.resume();
  };

  private end(
    { request, startedAtMs, status }: Current,
    { isAborted }: { isAborted: boolean },
  ): void {
    this.current = null;
    this.parts.follower.end(request, { startedAtMs, status, isAborted });
  }

  private readonly onEnd = (): void => {
    this.isHalfClosed = true;
    if (this.current === null) this.socket.end();
  };

  private readonly onClose = (): void => {
    this.parts.onGone(this);
    if (this.current !== null) this.end(this.current, { isAborted: true });
  };

  private handOver(chunk: Buffer): void {
    const { socket } = this;
    socket.off('data', this.onData);
    socket.off('end', this.onEnd);
    socket.off('close', this.onClose);
    socket.off('error', this.destroy);
    this.parts.onGone(this);
    socket.unshift(chunk);
    this.parts.toNode(socket);
  }
}

let dateSecond = 0;
let date = '';

/** Writes the current time in the format of the header `Date`. */
function dateText(): string {
  const second = Math.floor(Date.now() / 1000);
  if (second !== dateSecond) {
    dateSecond = second;
    date = new Date(second * 1000).toUTCString();
  }
  return date;
}
