import { applyDecorators, Body, Get, Param, Patch, Post, Req } from '@nestjs/common';
import { ApiBody, ApiConsumes } from '@nestjs/swagger';
import type { Request } from 'express';
import { csvUploadErrors, withUploadedCsv } from '../../platform/csv/csv-upload.js';
import { Access, OperatorController } from '../../platform/http/audience.js';
import { StreamedBody } from '../../platform/http/input/body.guard.js';
import { Text } from '../../platform/http/input/fields.js';
import { PathKeyPipe } from '../../platform/http/input/path-key.pipe.js';
import { BODY_ERRORS, Responds, RespondsList } from '../../platform/http/openapi/admin-docs.js';
import { Operation } from '../../platform/http/openapi/operation.js';
import { responseDto, text, time } from '../../platform/http/response-dto/response-dto.js';
import { photoAddress } from './photo-address.js';
import { PHOTO_LIMITS } from './photo-file.js';
import type { Photo } from './photo.entity.js';
import { PhotosService } from './photos.service.js';

/** Any picture, because its first bytes decide and the refusal says what helps. */
const UPLOADS = {
  types: ['image/*', 'application/octet-stream'],
  message: 'Send the picture as image/jpeg, image/png or image/webp, not compressed.',
} as const;

class PutPhotoTextDto {
  @Text({
    max: PHOTO_LIMITS.textLength,
    optional: true,
    api: { description: "Left out: the product's name", example: 'Tumbler from above' },
  })
  text?: string;
}

class PhotoDto extends responseDto<Photo>()({
  hash: text(),
  url: [
    text('For `images` or `variation_images` of a product: the picture of 1600 pixels'),
    ({ hash }) => photoAddress(hash, 1600),
  ],
  small_url: [text('Of 160 pixels'), ({ hash }) => photoAddress(hash, 160)],
  text: text('What is on it, for people who do not see it').orNull(),
  added_at: time(),
}) {}

const productSku = new PathKeyPipe('product_not_found');
const photoHash = new PathKeyPipe('photo_not_found');

/** Photos in the Admin API. */
@OperatorController('admin', 'Products')
export class PhotosAdminController {
  constructor(private readonly photos: PhotosService) {}

  @Post('photos')
  @Access('catalog:write')
  @Operation(
    'Add a photo',
    'The body is a JPEG, PNG or WebP of at most 15 MB and 50 megapixels, and 8 of an interlaced PNG or one with 16 bits a color. It is turned upright, and its metadata are removed. ' +
      '`images` of a product then names the `url`. A photo that no product names is deleted after 30 days. The same picture is stored once.',
  )
  @UploadsPhoto()
  @Responds(
    201,
    PhotoDto,
    'photos_need_https',
    'unsupported_image',
    ...csvUploadErrors(PHOTO_LIMITS.bytes, UPLOADS).filter(
      ({ code }) => code !== 'file_unreadable',
    ),
  )
  addPhoto(@Req() request: Request) {
    return withUploadedCsv(request, PHOTO_LIMITS.bytes, (path) => this.photos.add(path), UPLOADS);
  }

  @Patch('photos/:hash')
  @Access('catalog:write')
  @Operation('Say what is on a photo', 'For people who do not see it. Stores do not receive it.')
  @Responds(200, PhotoDto, 'photo_not_found', ...BODY_ERRORS)
  setPhotoText(@Param('hash', photoHash) hash: string, @Body() body: PutPhotoTextDto) {
    return this.photos.setText(hash, body.text ?? null);
  }

  @Get('products/:sku/photos')
  @Access('catalog:read')
  @Operation('List the photos of a product, then those of its variations')
  @RespondsList(PhotoDto, 'product_not_found')
  listProductPhotos(@Param('sku', productSku) sku: string) {
    return this.photos.listOfProduct(sku);
  }
}

function UploadsPhoto(): MethodDecorator {
  return applyDecorators(
    StreamedBody(),
    ApiConsumes('image/jpeg', 'image/png', 'image/webp'),
    ApiBody({ schema: { type: 'string', format: 'binary' } }),
  );
}
