import type { Channel } from '@parley/amf'
import { problem } from '../../platform/http/problem.ts'
import { normalizeAddress } from '../people/index.ts'
import { type HandsetAddress, labChannels } from './handset.ts'

/** Parses the handset named by a path and normalizes its address. */
export function parseHandsetAddress({
  channel,
  address: written,
}: {
  channel: string
  address: string
}): HandsetAddress {
  if (!isLabChannel(channel)) {
    throw problem('resource.not_found', 404, { detail: `There are handsets for ${labChannels.join(', ')}` })
  }
  const address = normalizeAddress(channel, written)
  if (address === undefined)
    throw createInvalidField(
      'address',
      'must be what the channel knows people by: on rcs and sms a number such as +12025550143',
    )
  return { channel, address }
}

/** Reports an error in the body or path that only the handset lab can detect. */
export function createInvalidField(field: string, message: string) {
  return problem('request.invalid', 400, { detail: `${field} ${message}`, errors: [{ field, message }] })
}

function isLabChannel(channel: string): channel is Channel {
  return (labChannels as readonly string[]).includes(channel)
}
