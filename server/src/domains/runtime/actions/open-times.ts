import { personProfiles } from '../../people/index.ts'
import { appointments } from '../../scheduling/index.ts'
import type { ActionResult, OfferedTimes, OpenTimesQuery } from '../deps.ts'
import { catchClientProblems } from './client-problems.ts'
import type { ActionDeps, ActionTarget } from './deps.ts'

/** Open times; those of the representative whom a booking would go to, where the person has one. */
export async function findOpenTimes(
  target: ActionTarget,
  deps: ActionDeps,
  wish: OpenTimesQuery,
): Promise<ActionResult<OfferedTimes>> {
  const { most, from, to, durationMinutes } = wish
  return catchClientProblems(async () => {
    const representativeId = wish.representativeId ?? (await findAssignedRepresentative(target, deps))
    const query = { from: from?.toISOString(), to: to?.toISOString(), durationMinutes, representativeId }
    const found = await appointments.openSlots(deps.db, target.agent, query, deps)
    const { data, timezone } = appointments.serializeSlots({ ...found, slots: found.slots.slice(0, most) })
    return { ok: true, value: { times: data, timezone } }
  })
}

async function findAssignedRepresentative(
  { agent, asid }: ActionTarget,
  { db, definitions }: ActionDeps,
): Promise<string | undefined> {
  const { scheduling } = await definitions.read(db, agent)
  const assigned = (await personProfiles.findByAsid(db, agent, asid))?.assignedRepresentativeId
  return scheduling.representatives.find(({ id }) => id === assigned)?.id
}
