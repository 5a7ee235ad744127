import type { Channel } from '@parley/amf'

/** An address on a channel, in the form that `normalizeAddress` returns. */
export type ChannelAddress = { channel: Channel; address: string }

/** Carriers use phone numbers only; a messenger may use a phone number or an id of its own. */
const kinds: Partial<Record<Channel, 'number' | 'number or id'>> = {
  rcs: 'number',
  sms: 'number',
  messengerA: 'number or id',
}

const numberRule = 'must be a phone number in international format, for example +12025550143'
const idRule = 'must be a text of 1 to 200 characters without control characters'
const maxIdLength = 200

/** Returns the form in which an address is stored and compared; undefined when it is invalid for the channel. */
export function normalizeAddress(channel: Channel, written: string): string | undefined {
  return isNumber(channel, written) ? parseNumber(written) : parseId(written)
}

export function describeAddressRule(channel: Channel, written: string): string {
  return isNumber(channel, written) ? numberRule : idRule
}

function isNumber(channel: Channel, written: string): boolean {
  const kind = kinds[channel]
  return kind === 'number' || (kind === 'number or id' && written.trimStart().startsWith('+'))
}

function parseNumber(written: string): string | undefined {
  const number = written.replace(/[\s.()\p{Pd}]/gu, '')
  return /^\+\d{7,15}$/.test(number) ? number : undefined
}

function parseId(written: string): string | undefined {
  const id = written.trim()
  const fits = id.length > 0 && id.length <= 2 * maxIdLength && [...id].length <= maxIdLength
  return fits && !/[\p{Cc}\p{Cs}]/u.test(id) ? id : undefined
}
