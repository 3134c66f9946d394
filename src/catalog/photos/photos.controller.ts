import { Controller, Get, Inject, Param, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Public } from '../../platform/http/audience.js';
import { CLIENT_ADDRESS, type ClientAddress } from '../../platform/http/client-address.js';
import { AppError } from '../../platform/http/errors.js';
import { RateLimits } from '../../platform/http/limits/rate-limits.js';
import { PHOTO_SIZES } from './photo-address.js';
import { PhotosService } from './photos.service.js';

/** Serves photos to the customers of stores. Nothing but its hash leads to a photo, and its content never changes. */
@Public()
@ApiExcludeController()
@Controller('photos')
export class PhotosController {
  constructor(
    private readonly photos: PhotosService,
    private readonly limits: RateLimits,
    @Inject(CLIENT_ADDRESS) private readonly addressOf: ClientAddress,
  ) {}

  @Get(':hash/:file')
  async getPhoto(
    @Param('hash') hash: string,
    @Param('file') file: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    await this.limits.takePhoto(this.addressOf(request));
    const size = PHOTO_SIZES.find((each) => file === `${each}.jpg`);
    if (size === undefined || !/^[\da-f]{64}$/.test(hash)) throw new AppError('photo_not_found');
    const content = await this.photos.getContent(hash, size);
    response
      .setHeader('Content-Type', 'image/jpeg')
      .setHeader('Cache-Control', 'public, max-age=31536000, immutable')
      .setHeader('ETag', `"${hash}-${size}"`)
      .setHeader('Accept-Ranges', 'bytes')
      .setHeader('Content-Security-Policy', "default-src 'none'; sandbox")
      // Stores show it on pages of their own.
      .setHeader('Cross-Origin-Resource-Policy', 'cross-origin');
    sendRange(request, response, content);
  }
}

/** Sends the bytes that `Range` asks for, or all. */
function sendRange(request: Request, response: Response, content: Buffer): void {
  const ranges = request.range(content.length, { combine: true });
  if (ranges === -1) {
    response.status(416).setHeader('Content-Range', `bytes */${content.length}`).end();
    return;
  }
  const isOne = Array.isArray(ranges) && ranges.type === 'bytes' && ranges.length === 1;
  const range = isOne ? ranges[0] : undefined;
  if (range === undefined) {
    response.send(content);
    return;
  }
  const { start, end } = range;
  response
    .status(206)
    .setHeader('Content-Range', `bytes ${start}-${end}/${content.length}`)
    .send(content.subarray(start, end + 1));
}
