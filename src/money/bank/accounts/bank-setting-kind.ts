import { ApprovalKind } from '../../../identity/approvals/approval-kinds.js';

/** Settings of bank accounts: finance and the admin token propose them, and an owner decides. */
export abstract class BankSettingKind extends ApprovalKind {
  override readonly permission = 'limits:write';
  override readonly proposedWith = 'money:write';
  override readonly readPermission = 'bank:read';
  override readonly isForAdminToken = true;
}
