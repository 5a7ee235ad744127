import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { Outbound } from '../../../platform/outbound/index.ts'
import type { Announce } from '../../../platform/outbox.ts'
import type { World } from '../../../platform/world.ts'
import type { AgentDeps, Definitions } from '../../agents/index.ts'
import type { Conversations } from '../../conversations/index.ts'
import type { Desk } from '../../desk/index.ts'
import type { Calendars, ScheduleReminder } from '../../scheduling/index.ts'
import type { Tools } from '../../tools/index.ts'
import type { ConversationPartner } from '../deps.ts'

export type ActionDeps = {
  db: Db
  world: World
  definitions: Definitions
  secrets: Pick<AgentDeps['secrets'], 'open' | 'states'>
  calendars: Calendars
  announce: Announce
  catalogTools: Tools
  /** Blocks private networks. */
  fetch: Outbound['fetch']
  optOut: Conversations['optOut']
  desk: Pick<Desk, 'requestHuman' | 'readMissed'>
  /** Called for every booking, reschedule, and cancellation, as in the API. */
  remind?: ScheduleReminder
}

export type ActionTarget = { agent: AgentKey; asid: string; partner: ConversationPartner; eventId: string }
