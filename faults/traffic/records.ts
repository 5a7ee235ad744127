import { callsOfKind } from './acknowledged-calls.ts'
import type { TrafficActor } from './actor.ts'

export const peopleActor: TrafficActor = async ({ client, log, fixtures, apiKey: token }, nth) => {
  const path = `/v1${fixtures.primaryAgent.path}/people`
  const name = `Visitor ${nth}`
  const made = await client.call('POST', path, { fullName: name }, { token, idempotencyKey: `person ${nth}` })
  const personId = String(made.body.id)
  if (made.status !== 201) return
  log.record({ kind: 'person', personId, name })
  if (nth % 2 === 0) return
  const company = `Company ${nth}`
  const { status } = await client.call('PATCH', `${path}/${personId}`, { company }, { token })
  if (status === 200) log.record({ kind: 'change', personId, company })
}

const day = '2031-03-0'

/** Books times that others compete for. */
export const bookingActor: TrafficActor = async ({ client, log, fixtures, apiKey: token, random }, nth) => {
  const people = callsOfKind(log.all, 'person')
  const personId = people[Math.floor(random() * people.length)]?.personId
  if (!personId) return
  const half = Math.floor(random() * 40)
  const clock = `${String(Math.floor(half / 2)).padStart(2, '0')}:${half % 2 === 0 ? '00' : '30'}`
  const startUtc = `${day}${1 + (nth % 5)}T${clock}:00Z`
  const path = `/v1${fixtures.primaryAgent.path}/people/${personId}/appointments`
  const how = { token, idempotencyKey: `booking ${nth}`, expects: [409] }
  const { status, body } = await client.call('POST', path, { startUtc }, how)
  if (status === 201) log.record({ kind: 'booking', appointmentId: String(body.id), personId, startUtc })
}

/** Two actors may book the same time concurrently. */
export const rivalBookingActor: TrafficActor = (context, nth) => bookingActor(context, nth + 100_000)

const most = 12

/** Creates playbooks, changes the default, and deletes old ones, including the default. */
export const playbookActor: TrafficActor = async ({ client, log, fixtures, apiKey: token }, nth) => {
  const path = `/v1${fixtures.primaryAgent.path}/playbooks`
  const id = `mode-${nth}`
  const made = await client.call(
    'POST',
    path,
    { id, name: `Mode ${nth}` },
    { token, idempotencyKey: `playbook ${nth}` },
  )
  if (made.status === 201) log.record({ kind: 'playbook', playbookId: id })
  const moved = await client.call('POST', `${path}/${id}/_setDefault`, {}, { token })
  if (moved.status === 200) log.record({ kind: 'default', playbookId: id })
  if (nth < most) return
  const old = `mode-${nth - most}`
  // Repeating a delete whose response was lost returns 404.
  const removal = await client.call('DELETE', `${path}/${old}`, undefined, { token, expects: [404] })
  if (removal.status === 204 || removal.status === 404) log.record({ kind: 'removal', playbookId: old })
}
