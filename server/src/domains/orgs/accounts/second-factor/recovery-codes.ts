import { hashToken } from '../../../../platform/secrets/tokens.ts'
import type { World } from '../../../../platform/world.ts'
import { encodeBase32 } from './totp.ts'

const codeCount = 10
/** 80 random bits: 16 letters. */
const codeBytes = 10

/** As they are shown, once: `abcd-efgh-ijkl-mnop`. */
export function generateRecoveryCodes(world: World): string[] {
  return Array.from({ length: codeCount }, () => {
    const letters = encodeBase32(world.randomBytes(codeBytes)).toLowerCase()
    return (letters.match(/.{4}/g) as string[]).join('-')
  })
}

/** However it was typed: capitals, blanks and dashes do not matter. */
export const hashRecoveryCode = (code: string): Buffer => hashToken(code.toLowerCase().replace(/[\s-]/g, ''))
