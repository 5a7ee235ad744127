import type { PersonListener } from '../../people/index.ts'
import { deleteRowsOf, joinRows } from './queries.ts'

/** What becomes of rows when people are joined or erased. */
export const rulesPersonListener: PersonListener = {
  merged: (tx, agent, { from, into }) => joinRows(tx, agent, { from: from.id, into: into.id }),
  erased: (tx, agent, { id }) => deleteRowsOf(tx, agent, id),
}
