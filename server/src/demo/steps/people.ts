import { readContentJson, readContentText } from '../content.ts'
import { type DemoClient, type DemoStep, type ListReply, RawBody } from '../demo-context.ts'

type Identity = { phone: string; channel: string }

/** Imports people from a CSV file, which updates existing ones, and adds identities so that some can be messaged. */
export const peopleStep: DemoStep = {
  name: 'people',
  async run({ agent }) {
    await agent.post('/people/import', new RawBody('text/csv', await readContentText('people.csv')))
    const { data } = await agent.get<ListReply<{ id: string; phone?: string }>>('/people?limit=200')
    for (const { phone, channel } of await readContentJson<Identity[]>('identities.json')) {
      const person = data.find((one) => one.phone === phone)
      if (person) await agent.post(`/people/${person.id}/identities`, { channel, address: phone })
    }
  },
}

export const personasStep: DemoStep = {
  name: 'personas',
  async run({ agent }) {
    const { data } = await agent.get<ListReply<{ name: string }>>('/personas?limit=200')
    for (const persona of await readContentJson<{ name: string }[]>('personas.json')) {
      if (!data.some(({ name }) => name === persona.name)) await agent.post('/personas', persona)
    }
  },
}

type Visit = { phone: string; notes: string }
type Slot = { startUtc: string }

/** Fills the calendar with appointments, as if the front desk had booked them by hand. */
export const appointmentsStep: DemoStep = {
  name: 'appointments',
  async run({ agent }) {
    const { data } = await agent.get<ListReply<{ id: string; phone?: string }>>('/people?limit=200')
    const visits = await readContentJson<Visit[]>('appointments.json')
    for (const [at, { phone, notes }] of visits.entries()) {
      const person = data.find((one) => one.phone === phone)
      if (person) await bookIfMissing(agent, person.id, { notes, share: (at + 1) / (visits.length + 1) })
    }
  },
}

/** `share`: the position within the list of open slots, from 0 to 1. */
type AppointmentRequest = { notes: string; share: number }

async function bookIfMissing(agent: DemoClient, personId: string, { notes, share }: AppointmentRequest): Promise<void> {
  const path = `/people/${personId}/appointments`
  if ((await agent.get<ListReply<unknown>>(path)).data.length > 0) return
  const { data: slots } = await agent.get<ListReply<Slot>>('/scheduling/slots')
  const open = slots[Math.floor(slots.length * share)]
  if (open) await agent.post(path, { startUtc: open.startUtc, notes })
}
