import type { AppContext } from './app-context.ts'
import type { CampaignPersonas } from './domains/campaigns/index.ts'
import { findPersonas } from './domains/emulator/index.ts'
import { reminders, type Sandboxes } from './domains/runtime/index.ts'
import type { ClockSource } from './platform/sandbox-clock.ts'
import type { Services } from './services.ts'

type ClockedServices = Pick<Services, 'conversations' | 'desk' | 'runtime' | 'outreach'>

/** Everything that waits for time in a sandbox conversation. A domain with new waiting things adds its source here. */
export function listClockSources(
  { context, agents }: { context: AppContext } & Pick<Services, 'agents'>,
  { conversations, desk, runtime, outreach }: ClockedServices,
): ClockSource[] {
  const { database, world } = context
  const sandboxReminders = reminders.createSandboxSource({
    db: database.db,
    world,
    definitions: agents.definitions,
    capture: conversations.sandbox.capture,
    recordInitiation: runtime.recordInitiation,
  })
  return [desk.clockSource, ...conversations.clockSources, sandboxReminders, ...outreach.clockSources]
}

export const createPersonaFinder =
  (sandboxes: Sandboxes): CampaignPersonas['find'] =>
  async (db, agent, personaIds) => {
    const personas = await findPersonas(db, agent, personaIds)
    const asids = personas.map(({ asid }) => asid)
    const played = await sandboxes.findMany(db, agent, asids)
    return personas.flatMap(({ id: personaId, asid }) => {
      const rehearsal = played.get(asid)
      if (!rehearsal) return []
      const { optedOut, partner } = rehearsal
      return [{ personaId, asid, optedOut, consent: partner.consent.status, person: partner }]
    })
  }
