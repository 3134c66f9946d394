import type { EntityManager, QueryRunner } from 'typeorm';
import type { ApprovalKind } from './approval-kinds.js';
import type { Approval } from './approval.entity.js';

/** The approvals that open transactions carry out. */
const CARRIED_OUT = new WeakMap<QueryRunner, number>();

/** Carries an approval out, and returns its journal. What follows from it in the same transaction does not end it as unneeded. */
export async function carryOut(
  manager: EntityManager,
  kind: ApprovalKind,
  approval: Approval,
): Promise<number | null> {
  const runner = manager.queryRunner!;
  CARRIED_OUT.set(runner, approval.id);
  try {
    return await kind.carryOut(manager, approval);
  } finally {
    CARRIED_OUT.delete(runner);
  }
}

export function isCarriedOut({ queryRunner }: EntityManager, id: number): boolean {
  return CARRIED_OUT.get(queryRunner!) === id;
}
