import type { Channel } from '@parley/amf'
import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { Announce } from '../../../platform/outbox.ts'
import type { World } from '../../../platform/world.ts'
import { ensureSiblingIdentity } from '../../people/index.ts'
import type { Destination, MessageRecipient } from './recipient.ts'

const siblingChannel: Partial<Record<Channel, Channel>> = { rcs: 'sms', sms: 'rcs' }

/** A number is reachable on rcs and sms alike, also where nobody has been reached yet: such a place has no asid. */
export function addSiblingChannels(recipient: MessageRecipient): MessageRecipient {
  const { primary, others } = recipient
  const channel = siblingChannel[primary.channel]
  if (!channel || others.some((destination) => destination.channel === channel)) return recipient
  return {
    ...recipient,
    others: [...others, { asid: '', channel, address: primary.address, stopped: primary.stopped }],
  }
}

/** The identity of a place, made if need be, so that what comes back from there is known. */
export async function resolveDestinationId(
  tx: Db,
  agent: AgentKey,
  { asid, destination }: { asid: string; destination: Destination },
  deps: { announce: Announce; world: World },
): Promise<string> {
  if (destination.asid !== '') return destination.asid
  return (await ensureSiblingIdentity(tx, agent, { asid, channel: destination.channel }, deps))?.asid ?? asid
}
