import { Controller, Get, Param, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Request } from 'express';
import { CurrentCaller, type Caller } from '../../auth/caller.js';
import { PathKeyPipe } from '../../platform/http/input/path-key.pipe.js';
import { IgnoresUnknownFields } from '../../platform/http/input/unknown-fields.js';
import { ApiAccessErrors, ApiErrors, ApiSuccess } from '../../platform/http/openapi/api-docs.js';
import { Operation } from '../../platform/http/openapi/operation.js';
import { PublicUrl } from '../../platform/http/public-url.js';
import { ApiOrderReference } from '../../orders/orders.docs.js';
import { OrderDocumentsDto } from './order-documents.dto.js';
import { ORDER_DOCUMENTS_EXAMPLES } from './order-documents.examples.js';
import { OrderDocumentsService } from './order-documents.service.js';
import { PolledAnswer } from '../../platform/http/representation/representation.js';

/** Invoices and credit notes of orders, for stores. */
@IgnoresUnknownFields()
@ApiTags('Orders')
@Controller('api/orders')
export class OrderDocumentsController {
  constructor(
    private readonly documents: OrderDocumentsService,
    private readonly publicUrl: PublicUrl,
  ) {}

  @Get(':order_number/documents')
  @Operation(
    "List an order's invoices and credit notes",
    'There is one for each shipment, and a credit note for each refund of a returned order. They are addressed to ' +
      'your company: bill your customers yourself. Test orders have none. Archived orders keep theirs.',
  )
  @ApiOrderReference()
  @ApiSuccess(200, OrderDocumentsDto, ORDER_DOCUMENTS_EXAMPLES)
  @ApiAccessErrors()
  @ApiErrors('order_not_found')
  async listOrderDocuments(
    @CurrentCaller() caller: Caller,
    @Param('order_number', new PathKeyPipe('order_not_found')) reference: string,
    @Req() request: Request,
  ): Promise<PolledAnswer<OrderDocumentsDto>> {
    const documents = await this.documents.list(caller.clientId, reference);
    const address = this.publicUrl.reachedBy(request);
    return new PolledAnswer(OrderDocumentsDto.show({ documents, address }));
  }
}
