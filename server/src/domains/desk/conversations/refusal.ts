import { getProfile } from '@parley/amf'
import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import { personProfiles, stopList } from '../../people/index.ts'
import type { DeskEntry } from '../queries/conversations.ts'

type ReplyRefusal = { refusal?: 'optedOut' | 'windowClosed'; windowClosesAt?: string }

/** Whether the channel would refuse a message of a member now, so that the composer can warn beforehand. */
export async function findReplyRefusal(db: Db, agent: AgentKey, entry: DeskEntry, now: Date): Promise<ReplyRefusal> {
  const window = readWindow(entry, now)
  if (!entry.sandbox && (await hasOptedOut(db, agent, entry.asid))) return { ...window, refusal: 'optedOut' }
  return window
}

function readWindow({ channel, lastInboundAt }: DeskEntry, now: Date): ReplyRefusal {
  const { windowHours } = getProfile(channel)
  if (windowHours === undefined) return {}
  if (!lastInboundAt) return { refusal: 'windowClosed' }
  const closesAt = new Date(lastInboundAt.getTime() + windowHours * 3_600_000)
  return { windowClosesAt: closesAt.toISOString(), ...(closesAt <= now && { refusal: 'windowClosed' as const }) }
}

/** A STOP on one carrier channel of a number holds on the other. */
const carrierChannels = ['rcs', 'sms'] as const

async function hasOptedOut(db: Db, agent: AgentKey, asid: string): Promise<boolean> {
  const identity = await personProfiles.findIdentity(db, agent, asid)
  if (!identity) return false
  const { channel, address } = identity
  const carried = carrierChannels.some((one) => one === channel)
  for (const one of carried ? carrierChannels : [channel])
    if (await stopList.isOptedOut(db, agent, { channel: one, address })) return true
  return false
}
