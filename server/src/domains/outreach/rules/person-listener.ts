import type { PersonListener } from '../../people/index.ts'
import { deleteRecheck } from '../rechecks/queries.ts'
import { deleteRowsOf, joinRows } from './queries.ts'

/** What becomes of rows when people are joined or erased. */
export const rulesPersonListener: PersonListener = {
  merged: (tx, agent, { from, into }) => joinRows(tx, agent, { from: from.id, into: into.id }),
  async erased(tx, agent, { id }) {
    await deleteRowsOf(tx, agent, id)
    await deleteRecheck(tx, agent, id)
  },
}
