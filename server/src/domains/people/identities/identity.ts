import { type Channel, channels } from '@parley/amf'
import { readPhoneNumber } from '@parley/definition'
import { z } from 'zod'
import { currentDefaultCountry } from '../../../platform/default-country.ts'

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
const maxNumberLength = 50

/** Returns the form in which an address is stored and compared; undefined when it is invalid for the channel. */
export function normalizeAddress(channel: Channel, written: string): string | undefined {
  return isNumber(channel, written) ? parseNumber(written) : parseId(written)
}

/** An address as an operator writes it: a number may be national, and must be one that can exist. */
export type AddressResult = { address: string; problem?: undefined } | { address?: undefined; problem: string }

/**
 * Reads an address that an operator or a visitor wrote. A national number is read in `country`; where the agent and its
 * org name none, only international numbers are accepted.
 */
export function readAddress(
  channel: Channel,
  written: string,
  country: string | undefined = currentDefaultCountry(),
): AddressResult {
  if (!isNumber(channel, written)) {
    const address = parseId(written)
    return address === undefined ? { problem: idRule } : { address }
  }
  if (written.length > maxNumberLength) return { problem: numberRule }
  const { number, problem } = readPhoneNumber(written.replace(/\p{Pd}/gu, '-'), country)
  const lacksCountry = country === undefined && parseNumber(written) === undefined
  if (number !== undefined) return lacksCountry ? { problem: numberRule } : { address: number }
  // Punctuation is ignored wherever it stands: `(+1) 202 555 0143`.
  const bare = parseNumber(written)
  const again = bare === undefined ? undefined : readPhoneNumber(bare).number
  return again === undefined ? { problem } : { address: again }
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

/** A person's identity on a channel. The asid stays with the address, no matter which person has it. */
export type Identity = ChannelAddress & {
  asid: string
  /** The current owner; an unassigned identity keeps its asid. */
  personKey?: number
  preferred: boolean
  optedOut: boolean
}

/** A person's identity on a channel. The address itself is not exposed. */
export const IdentityResponse = z
  .strictObject({
    asid: z.string(),
    channel: z.enum(channels),
    optedOut: z.boolean(),
    preferred: z.boolean().meta({ description: 'The one that outbound messages use.' }),
  })
  .meta({ id: 'Identity', examples: [{ asid: 'usr_0m3k1', channel: 'rcs', optedOut: false, preferred: true }] })
export type IdentityResponse = z.infer<typeof IdentityResponse>

export function serializeIdentity({ asid, channel, optedOut, preferred }: Identity): IdentityResponse {
  return { asid, channel, optedOut, preferred }
}

export const IdentityBody = z
  .strictObject({
    channel: z.enum(channels),
    address: z.string().meta({
      description:
        'On rcs and sms a phone number. Without a country code, it is read in the `defaultCountry` of the agent or its ' +
        'org; without one of these, it must have a country code.',
    }),
    preferred: z.boolean().optional().meta({ description: 'True makes it the one that outbound messages use.' }),
  })
  .transform((body, context) => {
    const { address, problem } = readAddress(body.channel, body.address)
    if (problem !== undefined) context.addIssue({ code: 'custom', path: ['address'], message: problem })
    return { ...body, address: address ?? '' }
  })
  .meta({ id: 'IdentityBody', examples: [{ channel: 'rcs', address: '+12025550143' }] })

export const PersonIdentityPatch = z
  .strictObject({
    preferred: z.literal(true).optional().meta({ description: 'To choose another identity, set it there.' }),
    personId: z.string().optional().meta({ description: 'The Person of the same agent who gets the identity.' }),
  })
  .meta({ id: 'ChannelIdentityPatch', examples: [{ preferred: true }] })
export type PersonIdentityPatch = z.infer<typeof PersonIdentityPatch>
