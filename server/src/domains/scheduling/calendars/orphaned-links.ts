import type { DefinitionListener } from '../../agents/index.ts'
import { deleteCalendarLinks } from './queries.ts'

/** A link goes with its representative, whichever write takes that one away, and stays with one who stays. */
export const deleteOrphanedLinks: DefinitionListener = async (tx, agent, { before, definition, changed }) => {
  if (!changed.includes('scheduling')) return
  const kept = new Set(definition.scheduling.representatives.map(({ id }) => id))
  const lost = before.scheduling.representatives.map(({ id }) => id).filter((id) => !kept.has(id))
  await deleteCalendarLinks(tx, agent, lost)
}
