import { filterCallsByKind } from './acknowledged-calls.ts'
import type { TrafficActor } from './actor.ts'

export const peopleActor: TrafficActor = async ({ client, log, fixtures, apiKey: token }, nth) => {
  const path = `/v1${fixtures.primaryAgent.path}/people`
  const name = `Visitor ${nth}`
  const created = await client.call('POST', path, { fullName: name }, { token, idempotencyKey: `person ${nth}` })
  const personId = String(created.body.id)
  if (created.status !== 201) return
  log.record({ kind: 'person', personId, name })
  if (nth % 2 === 0) return
  const company = `Company ${nth}`
  const { status } = await client.call('PATCH', `${path}/${personId}`, { company }, { token })
  if (status === 200) log.record({ kind: 'person-update', personId, company })
}

const day = '2031-03-0'

/** Books times that others compete for. */
export const bookingActor: TrafficActor = async ({ client, log, fixtures, apiKey: token, random }, nth) => {
  const people = filterCallsByKind(log.all, 'person')
  const personId = people[Math.floor(random() * people.length)]?.personId
  if (!personId) return
  const halfHour = Math.floor(random() * 40)
  const timeOfDay = `${String(Math.floor(halfHour / 2)).padStart(2, '0')}:${halfHour % 2 === 0 ? '00' : '30'}`
  const startUtc = `${day}${1 + (nth % 5)}T${timeOfDay}:00Z`
  const path = `/v1${fixtures.primaryAgent.path}/people/${personId}/appointments`
  const options = { token, idempotencyKey: `booking ${nth}`, expects: [409] }
  const { status, body } = await client.call('POST', path, { startUtc }, options)
  if (status === 201) log.record({ kind: 'booking', appointmentId: String(body.id), personId, startUtc })
}

/** Two actors may book the same time concurrently. */
export const rivalBookingActor: TrafficActor = (context, nth) => bookingActor(context, nth + 100_000)

const maxPlaybooks = 12

/** Creates playbooks, changes the default, and deletes old ones, including the default. */
export const playbookActor: TrafficActor = async ({ client, log, fixtures, apiKey: token }, nth) => {
  const path = `/v1${fixtures.primaryAgent.path}/playbooks`
  const id = `mode-${nth}`
  const created = await client.call(
    'POST',
    path,
    { id, name: `Mode ${nth}` },
    { token, idempotencyKey: `playbook ${nth}` },
  )
  if (created.status === 201) log.record({ kind: 'playbook', playbookId: id })
  const defaultChange = await client.call('POST', `${path}/${id}/_setDefault`, {}, { token })
  if (defaultChange.status === 200) log.record({ kind: 'default-playbook', playbookId: id })
  if (nth < maxPlaybooks) return
  const oldId = `mode-${nth - maxPlaybooks}`
  // Repeating a delete whose response was lost returns 404.
  const removal = await client.call('DELETE', `${path}/${oldId}`, undefined, { token, expects: [404] })
  if (removal.status === 204 || removal.status === 404) log.record({ kind: 'playbook-deletion', playbookId: oldId })
}
