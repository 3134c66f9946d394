import type { EntityManager } from 'typeorm';

/** Numbers of people whose sign-in is too weak for production. */
export interface SignInGaps {
  /** People of the demo, whose passwords are in a file in clear text. */
  demoPeople: number;
  /** Owners who can work without a second factor, because the demo exempts them. */
  exemptOwners: number;
  /** Owners who cannot work until they set up a second factor. */
  waitingOwners: number;
}

/** Counts the people whose sign-in is weak. */
export async function countSignInGaps(manager: EntityManager): Promise<SignInGaps> {
  const [counted] = await manager.query<[SignInGaps]>(
    `SELECT count(DISTINCT u.id) FILTER (WHERE u.is_demo)::integer AS "demoPeople",
       count(*) FILTER (WHERE r.role IS NOT NULL AND u.is_demo)::integer AS "exemptOwners",
       count(*) FILTER (WHERE r.role IS NOT NULL AND NOT u.is_demo)::integer AS "waitingOwners"
     FROM users u LEFT JOIN operator_roles r
       ON r.user_id = u.id AND r.role = 'owner' AND u.totp_secret IS NULL
         AND NOT EXISTS (SELECT FROM passkeys p WHERE p.user_id = u.id)`,
  );
  return counted;
}
