import type { PipeTransform } from '@nestjs/common';
import { AppError, type ErrorCode } from '../errors.js';

const LENGTH_MAX = 64;

/** Pipe for a key in a path. Removes spaces around it, as in bodies; an impossible key is answered like an unknown one. */
export class PathKeyPipe implements PipeTransform<string, string> {
  constructor(private readonly notFound: ErrorCode) {}

  transform(key: string): string {
    if (key.length > LENGTH_MAX * 2 || /\p{Cc}/u.test(key) || !key.isWellFormed()) {
      throw new AppError(this.notFound);
    }
    return key.trim();
  }
}

/** A record's id in a path. */
export class PathIdPipe implements PipeTransform<string, number> {
  constructor(private readonly notFound: ErrorCode) {}

  transform(id: string): number {
    if (!/^[1-9]\d{0,8}$/.test(id)) throw new AppError(this.notFound);
    return Number(id);
  }
}
