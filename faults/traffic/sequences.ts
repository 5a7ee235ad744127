import { filterCallsByKind } from './acknowledged-calls.ts'
import type { TrafficActor, TrafficContext } from './actor.ts'
import type { JsonBody } from './client.ts'
import { phoneNumberOf } from './sends.ts'

/** Limited because every one of them is evaluated until its sequence ends. */
const maxPeople = 200
const block = 41
/** Of the people: every fifth sends STOP in the middle, and every fourth is merged into the one before. */
const stopEach = 5
const mergeEach = 4

export const sequenceId = 'steps'

/** Two steps without a delay; each text names its step and its person. */
export async function createSequence(
  path: string,
  post: (path: string, body: JsonBody) => Promise<JsonBody>,
): Promise<void> {
  for (const step of [1, 2]) {
    const body = `Step ${step} of {person.customFields.n}`
    await post(`${path}/message-templates`, { id: `step-${step}`, name: `Step ${step}`, body })
    await post(`${path}/outreach`, { id: `step-${step}`, name: `Step ${step}`, openerTemplateId: `step-${step}` })
  }
  const steps = [1, 2].map((step) => ({ id: `s${step}`, outreachId: `step-${step}`, afterMinutes: 0 }))
  await post(`${path}/sequences`, { id: sequenceId, name: 'Steps', steps, stopOn: ['converted'] })
}

/** Enrolls people, twice with the same key; some send STOP or are merged while their steps are sent. */
export const sequenceActor: TrafficActor = async (context, nth) => {
  if (nth >= maxPeople) return
  const { client, log, fixtures, apiKey: token } = context
  const agent = fixtures.primaryAgent
  const number = phoneNumberOf(block, nth)
  const key = `steps-${nth}`
  const personId = await createContact(context, { key, number })
  const path = `/v1${agent.path}/sequences/${sequenceId}/enrollments`
  const enroll = () => client.call('POST', path, { personId, idempotencyKey: key }, { token, expects: [404, 409] })
  const previous = filterCallsByKind(log.all, 'enrollment').at(-1)?.personId
  const { status } = await enroll()
  if (status < 300) log.record({ kind: 'enrollment', agent: agent.id, personId, key })
  await enroll()
  if (nth % stopEach === 0) await sendStop(context, number, nth)
  if (nth % mergeEach === 1 && previous !== undefined) {
    const merging = await client.call(
      'POST',
      `/v1${agent.path}/people/${personId}/_merge`,
      { fromPersonId: previous },
      { token, expects: [404, 409] },
    )
    if (merging.status < 300) log.record({ kind: 'merge', from: previous, into: personId })
  }
}

export async function createContact(
  { client, fixtures, apiKey: token }: TrafficContext,
  { key, number }: { key: string; number: string },
): Promise<string> {
  const people = `/v1${fixtures.primaryAgent.path}/people`
  const person = { customFields: { n: key }, consent: { status: 'granted', source: 'traffic' } }
  const created = await client.call('POST', people, person, { token, idempotencyKey: key })
  const personId = String(created.body.id)
  const identity = { channel: 'rcs', address: number }
  await client.call('POST', `${people}/${personId}/identities`, identity, { token, idempotencyKey: `${key}-number` })
  return personId
}

/** By SMS: it covers the number on RCS too. */
export async function sendStop(context: TrafficContext, number: string, nth: number | string): Promise<void> {
  const { client, log, fixtures } = context
  const startedAt = Date.now()
  const report = { type: 'message', id: `steps stop ${nth}`, from: number, text: 'STOP' } as const
  const isAccepted = await client.deliverReport(fixtures.smsBinding, report)
  // Everything that left before the response must be recorded before the response is.
  await context.waitForProviders()
  if (isAccepted) log.record({ kind: 'stop', number, startedAt })
}
