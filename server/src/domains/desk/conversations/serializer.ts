import type { DeskEntry, DeskHistoryRow, DeskNoteRow } from '../queries/conversations.ts'
import type { DeskConversationEntry } from './schemas.ts'
import type { DeskMove } from './transitions.ts'

export function serializeEntry({
  asid,
  status,
  lastAt,
  lastInboundAt: _inbound,
  sandbox,
  cursor: _cursor,
  ...entry
}: DeskEntry): DeskConversationEntry {
  const { state, assignee, waitingSince, takenAt, snoozedUntil } = status
  return {
    userId: asid,
    ...entry,
    state,
    ...(assignee !== undefined && { assignee }),
    ...(waitingSince && { waitingSince: waitingSince.toISOString() }),
    ...(takenAt && { takenAt: takenAt.toISOString() }),
    ...(snoozedUntil && { snoozedUntil: snoozedUntil.toISOString() }),
    lastAt: lastAt.toISOString(),
    ...(sandbox && { test: true as const }),
  }
}

export const serializeNote = ({ id, text, member_id: by, at }: DeskNoteRow) => ({ id, text, by, at: at.toISOString() })

export const serializeMove = ({ kind, member_id, assignee, at }: DeskHistoryRow) => ({
  at: at.toISOString(),
  move: kind as DeskMove,
  ...(member_id !== null && { by: member_id }),
  ...(assignee !== null && { assignee }),
})
