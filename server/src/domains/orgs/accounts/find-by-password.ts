import { verifyPassword } from './password.ts'

/** How many passwords of an account are checked when the caller names no org. */
export const maxPasswordsTried = 3

type PasswordHolder = { passwordHash: string | null }

/**
 * Returns the first org whose password matches, and how many checks failed before it. A failure runs the same number of
 * checks for every account, known or unknown, so timing reveals nothing.
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
