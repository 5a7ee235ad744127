import { z } from 'zod'
import { timestamp } from '../../platform/http/schemas.ts'
import type { PersonListener } from '../people/index.ts'
import { deleteDeskData, exportHistory, exportNotes } from './queries/conversations.ts'

const ExportedNote = z.strictObject({
  id: z.string(),
  userId: z.string(),
  at: timestamp,
  by: z.string().meta({ description: 'The member who wrote it.' }),
  text: z.string(),
})
const ExportedMove = z.strictObject({
  userId: z.string(),
  at: timestamp,
  move: z.string(),
  by: z.string().optional(),
  note: z.string().optional(),
})

/** Notes about a person, and the moves of their conversations. */
export const deskListener: PersonListener = {
  dataExport: {
    deskNotes: { entry: ExportedNote, read: exportNotes },
    deskMoves: { entry: ExportedMove, read: exportHistory },
  },
  onMerge: async () => {},
  onErase: (tx, agent, _person, identities) =>
    deleteDeskData(
      tx,
      agent,
      identities.map(({ asid }) => asid),
    ),
}
