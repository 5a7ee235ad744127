import { channels } from '@parley/amf'
import { z } from 'zod'
import type { Db } from '../../../platform/db/database.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import { timestamp } from '../../../platform/http/schemas.ts'
import type { World } from '../../../platform/world.ts'
import type { PersonListener } from '../../people/index.ts'
import { deleteCallsAbout } from '../events/relay/queries.ts'
import { deleteFetchedMedia, findUnsharedMedia } from '../media/queries.ts'
import {
  claimErasedConversations,
  deletePersonConversations,
  exportFiles,
  exportLogs,
  exportMessages,
  exportSessions,
  insertErasedConversations,
} from './queries.ts'

const place = { userId: z.string(), sessionId: z.string().optional(), channel: z.enum(channels).optional() }

const Message = z.strictObject({
  at: timestamp,
  ...place,
  from: z.enum(['user', 'agent']),
  type: z.enum(['content', 'status', 'action']),
  subtype: z.string().optional(),
  text: z.string().optional(),
  messageId: z.string(),
  error: z.string().optional(),
  content: z.unknown().optional().meta({ description: 'The complete event or message.' }),
})

const File = z.strictObject({ at: timestamp, ...place, url: z.string(), name: z.string().optional() })
const Session = z.strictObject({ ...place, startedAt: timestamp, endedAt: timestamp.optional() })
const Log = z.strictObject({
  at: timestamp,
  ...place,
  level: z.string(),
  event: z.string(),
  data: z.unknown().optional(),
})

/**
 * Exports a person's messages and their metadata. Files can be fetched at their URL for as long as they are retained.
 */
const conversationDataExport: PersonListener['dataExport'] = {
  messages: { entry: Message, read: exportMessages },
  files: { entry: File, read: exportFiles },
  sessions: { entry: Session, read: exportSessions },
  logs: { entry: Log, read: exportLogs },
}

/** By then everything that started before the erasure has ended: a turn has two minutes. */
const graceMilliseconds = 180_000

type DeleteOtherData = (tx: Db, agent: AgentKey, asids: readonly string[]) => Promise<void>

/**
 * Deletes data that was in flight when its person was erased and was written afterwards, along with the copies in other
 * domains.
 */
export async function deleteLateWrites(db: Db, now: Date, forgetOthers: DeleteOtherData): Promise<void> {
  await inTransaction(db, async (tx) => {
    const erased = await claimErasedConversations(tx, new Date(now.getTime() - graceMilliseconds))
    for (const group of Map.groupBy(erased, ({ agent }) => agent.key).values()) {
      const [{ agent }] = group as [(typeof erased)[number]]
      const asids = group.map(({ asid }) => asid)
      await deletePersonConversationData(tx, agent, asids, now)
      await forgetOthers(tx, agent, asids)
    }
  })
}

/** Deletes the messages and files of an erased person, and the relay calls in flight to a developer's machine. */
async function deletePersonConversationData(
  tx: Db,
  agent: AgentKey,
  asids: readonly string[],
  now: Date,
): Promise<void> {
  const { sent, shown } = await deletePersonConversations(tx, agent, asids)
  await deleteFetchedMedia(tx, agent, [...sent, ...(await findUnsharedMedia(tx, agent, shown, now))])
  await deleteCallsAbout(tx, agent, asids)
}

/** Handles merged and erased people. Conversations belong to addresses, which move with the person. */
export function createConversationPersonListener({ world }: { world: World }): PersonListener {
  return {
    dataExport: conversationDataExport,
    onMerge: async () => {},
    async onErase(tx, agent, _person, identities) {
      const asids = identities.map(({ asid }) => asid)
      await deletePersonConversationData(tx, agent, asids, world.now())
      await insertErasedConversations(tx, agent, asids, world.now())
    },
  }
}
