import { channels } from '@parley/amf'
import { z } from 'zod'
import { type ChannelAddress, describeAddressRule, normalizeAddress } from './address.ts'

/** A person's identity on a channel. The asid stays with the address, whoever it is assigned to. */
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
    preferred: z.boolean().meta({ description: 'The one that outbound messages go to.' }),
  })
  .meta({ id: 'Identity', examples: [{ asid: 'usr_0m3k1', channel: 'rcs', optedOut: false, preferred: true }] })
export type IdentityResponse = z.infer<typeof IdentityResponse>

export function serializeIdentity({ asid, channel, optedOut, preferred }: Identity): IdentityResponse {
  return { asid, channel, optedOut, preferred }
}

export const IdentityBody = z
  .strictObject({
    channel: z.enum(channels),
    address: z.string().meta({ description: 'On rcs and sms a phone number in international format.' }),
    preferred: z.boolean().optional().meta({ description: 'True makes it the one that outbound messages go to.' }),
  })
  .transform((body, context) => {
    const address = normalizeAddress(body.channel, body.address)
    if (address === undefined) {
      context.addIssue({ code: 'custom', path: ['address'], message: describeAddressRule(body.channel, body.address) })
    }
    return { ...body, address: address ?? '' }
  })
  .meta({ id: 'IdentityBody', examples: [{ channel: 'rcs', address: '+12025550143' }] })

export const PersonIdentityPatch = z
  .strictObject({
    preferred: z.literal(true).optional().meta({ description: 'Another one is chosen by setting it there.' }),
    personId: z.string().optional().meta({ description: 'The Person of the same agent who holds it from now on.' }),
  })
  .meta({ id: 'ChannelIdentityPatch', examples: [{ preferred: true }] })
export type PersonIdentityPatch = z.infer<typeof PersonIdentityPatch>
