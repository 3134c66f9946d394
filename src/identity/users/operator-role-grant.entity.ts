import { Check, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import type { OperatorRole } from '../roles.js';
import { User } from './user.entity.js';

/** A role that an operator holds. */
@Entity('operator_roles')
@Check('operator_roles_role_ck', "role IN ('owner', 'catalog', 'warehouse', 'finance', 'support')")
export class OperatorRoleGrant {
  @ForeignKey(() => User, { name: 'operator_roles_user_fk', onDelete: 'CASCADE' })
  @PrimaryColumn('integer')
  userId: number;

  @PrimaryColumn('varchar', { length: 20 })
  role: OperatorRole;
}
