import { contentJson } from '../content.ts'
import type { Door } from '../door.ts'
import type { Listed, Step } from '../step.ts'

type Visit = { phone: string; notes: string }
type Slot = { startUtc: string }

/** A calendar that is not empty: what the front desk has booked by hand. */
export const appointments: Step = {
  name: 'appointments',
  async run({ agent }) {
    const { data } = await agent.get<Listed<{ id: string; phone?: string }>>('/people?limit=200')
    const visits = await contentJson<Visit[]>('appointments.json')
    for (const [at, { phone, notes }] of visits.entries()) {
      const person = data.find((one) => one.phone === phone)
      if (person) await bookOnce(agent, person.id, { notes, share: (at + 1) / (visits.length + 1) })
    }
  },
}

/** `share`: how far into the open times. */
type Wish = { notes: string; share: number }

async function bookOnce(agent: Door, personId: string, { notes, share }: Wish): Promise<void> {
  const path = `/people/${personId}/appointments`
  if ((await agent.get<Listed<unknown>>(path)).data.length > 0) return
  const { data: slots } = await agent.get<Listed<Slot>>('/scheduling/slots')
  const open = slots[Math.floor(slots.length * share)]
  if (open) await agent.post(path, { startUtc: open.startUtc, notes })
}
