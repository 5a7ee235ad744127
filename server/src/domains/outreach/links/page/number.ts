import { normalizeAddress } from '../../../people/index.ts'

/** What stands in the field of the form; only so much of it as the field takes. */
export function readNumberField(body: unknown): string {
  if (!Buffer.isBuffer(body)) return ''
  const written = new URLSearchParams(body.toString('utf8')).get('number') ?? ''
  return written.trim().slice(0, 40)
}

/** The number as it is kept, or undefined when it is none. `00` is how many dial the plus. */
export function parsePhoneInput(written: string): string | undefined {
  return normalizeAddress('rcs', written.replace(/^00(?=[\d\s])/, '+'))
}
