import type { Channel } from '@parley/amf'
import { problem } from '../../platform/http/problem.ts'
import { addressOf } from '../people/index.ts'
import { type HandsetPlace, labChannels } from './handset.ts'

/** The handset that a path names, its address in the one form that it is kept in. */
export function placeIn({ channel, address: written }: { channel: string; address: string }): HandsetPlace {
  if (!isLabChannel(channel)) {
    throw problem('resource.not_found', 404, { detail: `There are handsets for ${labChannels.join(', ')}` })
  }
  const address = addressOf(channel, written)
  if (address === undefined)
    throw unfit('address', 'must be what the channel knows people by: on rcs and sms a number such as +12025550143')
  return { channel, address }
}

/** A fault of the body or the path that only the handset itself can see. */
export function unfit(field: string, message: string) {
  return problem('request.invalid', 400, { detail: `${field} ${message}`, errors: [{ field, message }] })
}

function isLabChannel(channel: string): channel is Channel {
  return (labChannels as readonly string[]).includes(channel)
}
