import type { DefinitionListener } from '../../agents/index.ts'
import { deleteCalendarLinks } from './queries.ts'

/** Deletes the calendar links of representatives that any write to the definition removes. */
export const deleteOrphanedLinks: DefinitionListener = async (tx, agent, { before, definition, changed }) => {
  if (!changed.includes('scheduling')) return
  const currentIds = new Set(definition.scheduling.representatives.map(({ id }) => id))
  const lost = before.scheduling.representatives.map(({ id }) => id).filter((id) => !currentIds.has(id))
  await deleteCalendarLinks(tx, agent, lost)
}
