import type { PersonListener } from '../../people/index.ts'
import { deleteRecheck } from '../rechecks/queries.ts'
import { deleteRuleRowsOfPerson, mergeRuleRows } from './queries.ts'

export const rulesPersonListener: PersonListener = {
  onMerge: (tx, agent, { from, into }) => mergeRuleRows(tx, agent, { from: from.id, into: into.id }),
  async onErase(tx, agent, { id }) {
    await deleteRuleRowsOfPerson(tx, agent, id)
    await deleteRecheck(tx, agent, id)
  },
}
