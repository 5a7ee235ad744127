import { profiles } from '../../people/index.ts'
import { appointments } from '../../scheduling/index.ts'
import type { Done, OfferedTimes, TimesWish } from '../deps.ts'
import type { HandsDeps, HandsFor } from './deps.ts'
import { unlessRefused } from './refused.ts'

/** Open times; those of the representative whom a booking would go to, where the person has one. */
export async function offerTimes(held: HandsFor, deps: HandsDeps, wish: TimesWish): Promise<Done<OfferedTimes>> {
  const { most, from, to, durationMinutes } = wish
  return unlessRefused(async () => {
    const representativeId = wish.representativeId ?? (await assignedTo(held, deps))
    const query = { from: from?.toISOString(), to: to?.toISOString(), durationMinutes, representativeId }
    const found = await appointments.openSlots(deps.db, held.agent, query, deps)
    const { data, timezone } = appointments.shownSlots({ ...found, slots: found.slots.slice(0, most) })
    return { ok: true, value: { times: data, timezone } }
  })
}

async function assignedTo({ agent, asid }: HandsFor, { db, definitions }: HandsDeps): Promise<string | undefined> {
  const { scheduling } = await definitions.read(db, agent)
  const assigned = (await profiles.ofIdentity(db, agent, asid))?.assignedRepresentativeId
  return scheduling.representatives.find(({ id }) => id === assigned)?.id
}
