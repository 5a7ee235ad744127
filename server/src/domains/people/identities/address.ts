import type { Channel } from '@parley/amf'

/** Where a channel reaches somebody; the address is in the form that `addressOf` gives it. */
export type ChannelAddress = { channel: Channel; address: string }

/** Carriers know numbers alone; a messenger may know somebody by a number or by an id of its own. */
const kinds: Partial<Record<Channel, 'number' | 'number or id'>> = {
  rcs: 'number',
  sms: 'number',
  messengerA: 'number or id',
}

const numberRule = 'must be a phone number in international format, for example +12025550143'
const idRule = 'must be a text of 1 to 200 characters without control characters'
const maxIdLength = 200

/** The one form in which an address is kept and compared, or undefined when the channel can have none like it. */
export function normalizeAddress(channel: Channel, written: string): string | undefined {
  return isNumber(channel, written) ? parseNumber(written) : parseId(written)
}

/** What `addressOf` would have taken. */
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
