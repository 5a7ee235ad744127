import type { TrafficActor, TrafficContext } from './actor.ts'
import { phoneNumberOf } from './sends.ts'

/** Limited because people who wait when the hours open for the last time are evaluated one by one. */
const maxPeople = 300
const block = 51
/** The hours open and close once per this many actions. */
const toggleEvery = 10

/** Triggers a rule for people both while its safe hours are open and while they are closed. */
export const safeHoursActor: TrafficActor = async (context, nth) => {
  const { client, log, fixtures, apiKey: token } = context
  const { automatedAgent } = fixtures
  if (nth % toggleEvery === 0) await setSafeHours(context, (nth / toggleEvery) % 2 === 1)
  if (nth >= maxPeople) return
  const key = `waits-${nth}`
  const basePath = `/v1${automatedAgent.path}/people`
  const person = { customFields: { n: key }, consent: { status: 'granted', source: 'traffic' } }
  const created = await client.call('POST', basePath, person, { token, idempotencyKey: key })
  const personId = String(created.body.id)
  const identity = { channel: 'rcs', address: phoneNumberOf(block, nth) }
  await client.call('POST', `${basePath}/${personId}/identities`, identity, { token, idempotencyKey: `${key}-number` })
  const { status } = await client.call('PATCH', `${basePath}/${personId}`, { status: 'qualified' }, { token })
  if (status === 200) log.record({ kind: 'rule-trigger', agent: automatedAgent.id, personId, key })
}

/** Closed means an hour that begins half a day from now. */
export async function setSafeHours(
  { client, log, fixtures, apiKey: token }: TrafficContext,
  open: boolean,
): Promise<void> {
  const { automatedAgent } = fixtures
  const startHour = (new Date().getUTCHours() + 12) % 24
  const safeHours = { startHour, endHour: (startHour + 1) % 24, timeZone: 'UTC' }
  await client.call('PUT', `/v1${automatedAgent.path}/settings/sending`, open ? {} : { safeHours }, { token })
  log.record({ kind: 'safe-hours', agent: automatedAgent.id, open })
}
