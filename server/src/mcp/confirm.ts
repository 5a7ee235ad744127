import { createHash, createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import type { Keyring } from '../platform/secrets/keyring.ts'

/**
 * Tokens that prove the caller has seen a preview. Stateless: a token is an HMAC over the caller, the call and the
 * preview, so it is valid for nothing else.
 */
export type Confirmations = { issue(about: unknown): string; verify(token: unknown, about: unknown): boolean }

const validMinutes = 15

export function createConfirmations({ signing }: Keyring, now: () => Date): Confirmations {
  const key = Buffer.from(hkdfSync('sha256', signing, '', 'parley mcp confirmation', 32))
  const wordOf = (about: unknown, until: string) =>
    `${until}-${createHmac('sha256', key)
      .update(`${until} ${JSON.stringify(about)}`)
      .digest('base64url')
      .slice(0, 32)}`
  return {
    issue: (about) => wordOf(about, Math.floor(now().getTime() / 60_000 + validMinutes).toString(36)),
    verify(token, about) {
      const [, until] = /^([0-9a-z]{1,9})-[\w-]{32}$/.exec(typeof token === 'string' ? token : '') ?? []
      if (until === undefined || Number.parseInt(until, 36) * 60_000 < now().getTime()) return false
      return timingSafeEqual(Buffer.from(token as string), Buffer.from(wordOf(about, until)))
    },
  }
}

export const digestOf = (value: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify(value) ?? '')
    .digest('base64url')
