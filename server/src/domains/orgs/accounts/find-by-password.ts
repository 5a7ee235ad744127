import { verifyPassword } from './password.ts'

/** How many passwords of an account are tried where no org is named. */
export const maxPasswordsTried = 3

type PasswordHolder = { passwordHash: string | null }

/**
 * The first of the orgs whose password it is, and how many others it was held against in vain. A failure takes the same
 * number of tries for every account, known or not, with few passwords or with many.
 */
export async function findByPassword<T extends PasswordHolder>(
  password: string,
  joined: readonly T[],
  tries: number,
): Promise<{ found?: T; failures: number }> {
  const hashes = [...new Set(joined.flatMap(({ passwordHash }) => passwordHash ?? []))]
  for (let failures = 0; failures < tries; failures++) {
    const hash = hashes[failures]
    if (!(await verifyPassword(password, hash))) continue
    return { found: joined.find(({ passwordHash }) => passwordHash === hash), failures }
  }
  return { failures: tries }
}
