import { Body, Get, Put } from '@nestjs/common';
import { Access, OperatorController } from '../../platform/http/audience.js';
import { BODY_ERRORS, RespondsList } from '../../platform/http/openapi/admin-docs.js';
import { Operation } from '../../platform/http/openapi/operation.js';
import { BoxDto, ReplaceBoxesDto, toBoxes } from './boxes.dto.js';
import { BoxesService } from './boxes.service.js';

@OperatorController('admin/boxes', 'Orders')
export class BoxesController {
  constructor(private readonly boxes: BoxesService) {}

  @Get()
  @Access('orders:read')
  @Operation(
    'List the boxes',
    'A booking takes the one that the packer chooses, else the smallest by weight that the units fit.',
  )
  @RespondsList(BoxDto)
  listBoxes() {
    return this.boxes.list();
  }

  @Put()
  @Access('orders:ship')
  @Operation(
    'Replace all boxes',
    'A box that keeps its name keeps its id. Bookings keep the sizes that were sent.',
  )
  @RespondsList(BoxDto, ...BODY_ERRORS)
  replaceBoxes(@Body() body: ReplaceBoxesDto) {
    return this.boxes.replace(toBoxes(body));
  }
}
