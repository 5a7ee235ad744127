import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import { listMissedLines, listReturnNotes } from '../queries/events.ts'

/** `since` is the agent's last turn; the event is the one that it answers now. */
export type MissedConversation = { asid: string; returnedAt: Date; since?: Date; event: { id: string; at: Date } }
export type MissedEntry = { role: 'person' | 'agent' | 'note'; text: string; at: Date }

const maxLines = 60

/** For a conversation that a member let go of since the agent's last turn. */
export async function readMissed(
  db: Db,
  agent: AgentKey,
  { asid, returnedAt, since = new Date(0), event }: MissedConversation,
): Promise<MissedEntry[]> {
  const lines = await listMissedLines(db, agent, {
    asid,
    since,
    until: event.at,
    exceptId: event.id,
    most: maxLines,
  })
  const notes = await listReturnNotes(db, agent, { asid, since })
  const said = lines.map(
    ({ origin, text, at }): MissedEntry => ({ role: origin === 'user' ? 'person' : 'agent', text, at }),
  )
  const about = 'A member of the team talked to the person and returned the conversation.'
  return [
    ...said,
    { role: 'note', text: about, at: returnedAt },
    ...notes.map((text): MissedEntry => ({ role: 'note', text: `Note of the team: ${text}`, at: returnedAt })),
  ]
}
