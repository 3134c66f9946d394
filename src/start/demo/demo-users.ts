import type { MemberRole, OperatorRole } from '../../identity/roles.js';

/** A person of the demo. Members name their client. */
export interface DemoUser {
  email: string;
  name: string;
  position:
    | { kind: 'operator'; roles: readonly OperatorRole[] }
    | { kind: 'client'; client: string; role: MemberRole };
}

/** People who have done something. Finance also proposes what waits for approval. */
export const FINANCE_EMAIL = 'finance@wholesale.example';
export const WAREHOUSE_EMAIL = 'warehouse@wholesale.example';
export const SUPPORT_EMAIL = 'support@wholesale.example';

/** People of the demo. The first operator is an owner, the first member belongs to the demo's first client. */
export const DEMO_USERS: readonly DemoUser[] = [
  {
    email: 'owner@wholesale.example',
    name: 'Vikram Desai',
    position: { kind: 'operator', roles: ['owner'] },
  },
  {
    email: 'asha@asha-home.example',
    name: 'Asha Verma',
    position: { kind: 'client', client: 'Asha Home Store', role: 'owner' },
  },
  {
    email: 'catalog@wholesale.example',
    name: 'Nisha Rao',
    position: { kind: 'operator', roles: ['catalog'] },
  },
  {
    email: WAREHOUSE_EMAIL,
    name: 'Suresh Patil',
    position: { kind: 'operator', roles: ['warehouse'] },
  },
  {
    email: FINANCE_EMAIL,
    name: 'Fatima Sheikh',
    position: { kind: 'operator', roles: ['finance'] },
  },
  {
    email: SUPPORT_EMAIL,
    name: 'Daniel Fernandes',
    position: { kind: 'operator', roles: ['support'] },
  },
  {
    email: 'dev@asha-home.example',
    name: 'Karan Mehta',
    position: { kind: 'client', client: 'Asha Home Store', role: 'member' },
  },
  {
    email: 'kaveri@kaveri-kitchen.example',
    name: 'Kaveri Iyer',
    position: { kind: 'client', client: 'Kaveri Kitchenware', role: 'owner' },
  },
];
