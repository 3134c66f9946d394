import { Controller, Get, Post, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Public } from '../../platform/http/audience.js';
import { readBody, StreamedBody } from '../../platform/http/input/body.guard.js';
import { IgnoresUnknownFields } from '../../platform/http/input/unknown-fields.js';
import { PERMISSIONS_POLICY } from '../../platform/http/security-headers.js';
import { SANDBOX_BUTTONS, type SandboxButton } from './sandbox-moves.js';
import { shipmentsPage, sandboxStyles } from './sandbox-courier.page.js';
import { SandboxCourierService } from './sandbox-courier.service.js';

const CONTENT_SECURITY_POLICY = [
  ...["default-src 'none'", "style-src 'self'", "form-action 'self'", "base-uri 'none'"],
  ...["frame-ancestors 'none'"],
].join('; ');

/** The page of the sandbox courier: what it carries, and buttons that move it. */
@Public()
@ApiExcludeController()
@IgnoresUnknownFields()
@Controller('sandbox/courier')
export class SandboxCourierController {
  constructor(private readonly sandbox: SandboxCourierService) {}

  @Get()
  async show(@Res() response: Response): Promise<void> {
    response.setHeader('Permissions-Policy', PERMISSIONS_POLICY);
    response.setHeader('Content-Security-Policy', CONTENT_SECURITY_POLICY);
    response.type('html').send(shipmentsPage(await this.sandbox.listShipments()));
  }

  @Post()
  @StreamedBody()
  async press(@Req() request: Request, @Res() response: Response): Promise<void> {
    const form = new URLSearchParams((await readBody(request)).toString('utf8'));
    const [awb, action] = [form.get('awb'), form.get('action')];
    const isKnown = action !== null && Object.hasOwn(SANDBOX_BUTTONS, action);
    if (awb !== null && isKnown) await this.sandbox.press(awb, action as SandboxButton);
    // A redirect, so that reloading the page does not repeat the action.
    response.redirect(303, '/sandbox/courier');
  }

  @Get('page.css')
  styles(@Res() response: Response): void {
    response.setHeader('Cache-Control', 'no-cache');
    response.type('text/css').send(sandboxStyles());
  }
}
