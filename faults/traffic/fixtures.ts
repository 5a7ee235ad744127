import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FaultEnvironment } from '../environment/environment.ts'
import { buildChannelBindings } from '../environment/fake-providers.ts'
import type { JsonBody, RetryingClient } from './client.ts'
import { createSequence } from './sequences.ts'
import { createLateOutreach } from './undelivered.ts'

/** The data that exists before any fault. */
export type TrafficFixtures = {
  /** Bound to Google and an SMS gateway; both drop repeats. */
  primaryAgent: FixtureAgent
  /** Bound to Twilio, which does not drop repeats. */
  secondaryAgent: FixtureAgent
  /** Enough keys for all sends, since each key has a rate limit. */
  sendKeys: string[]
  /** Bound to Google, with a rule that sends when a person's status changes. */
  automatedAgent: FixtureAgent & { ruleId: string }
  smsBinding: string
  canary: { orgId: string; agentId: string }
  /** Values that must not appear anywhere in plain text. */
  secrets: string[]
}
export type FixtureAgent = { id: string; path: string; accessToken: string }

const sendKeyCount = 8

export async function createFixtures(environment: FaultEnvironment, client: RetryingClient): Promise<TrafficFixtures> {
  const token = environment.keys.api
  const post = async (path: string, body: JsonBody, authToken = token): Promise<JsonBody> => {
    const { status, body: response } = await client.call('POST', `/v1${path}`, body, { token: authToken })
    assert.ok(status < 300, `POST ${path} returned ${status} ${JSON.stringify(response)}`)
    return response
  }
  const api = { post, put: (path: string, body: JsonBody) => client.call('PUT', `/v1${path}`, body, { token }) }
  const primaryAgent = await createFixtureAgent('Harbour', api)
  const secondaryAgent = await createFixtureAgent('Quay', api)
  const automatedAgent = await createFixtureAgent('Beacon', api)
  const rule = { name: 'Changed', outreachId: 'spring', trigger: { event: 'person.statusChanged' } }
  const { id: ruleId } = await post(`${automatedAgent.path}/automated-outreach`, rule)
  await createSequence(primaryAgent.path, post)
  await createLateOutreach(primaryAgent.path, post)
  const bindingRequests = buildChannelBindings(environment.networks.providers.port)
  const createdBindings = await Promise.all([
    post(`${primaryAgent.path}/channels`, bindingRequests.google),
    post(`${primaryAgent.path}/channels`, bindingRequests.sms),
    post(`${secondaryAgent.path}/channels`, bindingRequests.twilio),
    post(`${automatedAgent.path}/channels`, bindingRequests.google),
  ])
  await waitUntilActive(environment, createdBindings.length)
  await api.put(`${primaryAgent.path}/scheduling`, scheduling)
  const signingSecret = await post(`${primaryAgent.path}/gateway/_rotateSigningSecret`, {})
  const receiver = `http://127.0.0.1:${environment.networks.receiver.port}`
  const webhookUrl = `${receiver}/events`
  await client.call('POST', '/v4/webhook', { webhookUrl }, { token: primaryAgent.accessToken })
  const webhook = await post('/orgs/demo/webhooks', { url: `${receiver}/hook`, events: subscribedEvents })
  environment.receiver.setSigningSecret(String(webhook.signingSecret))
  const sendKeys = await Promise.all(
    Array.from({ length: sendKeyCount }, async (_, n) =>
      String((await post('/orgs/demo/api-keys', { name: `Sends ${n}`, scopes: ['people:write'] })).key),
    ),
  )
  const tokens = [
    token,
    environment.keys.sysop,
    primaryAgent.accessToken,
    secondaryAgent.accessToken,
    automatedAgent.accessToken,
    ...sendKeys,
  ]
  return {
    primaryAgent,
    secondaryAgent,
    automatedAgent: { ...automatedAgent, ruleId: String(ruleId) },
    sendKeys,
    smsBinding: String(createdBindings[1].id),
    canary: await createCanary(environment, post),
    secrets: [
      ...tokens,
      String(webhook.signingSecret),
      String(signingSecret.signingSecret),
      bindingRequests.sms.auth.secret,
      bindingRequests.twilio.auth.authToken,
    ],
  }
}

type FixtureApi = {
  post(path: string, body: JsonBody): Promise<JsonBody>
  put(path: string, body: JsonBody): Promise<unknown>
}

/** The agent has an Outreach whose opener contains the person's `n`. */
export async function createFixtureAgent(name: string, { post, put }: FixtureApi): Promise<FixtureAgent> {
  const { id } = await post('/orgs/demo/agents', { name })
  const path = `/orgs/demo/agents/${id}`
  await put(`${path}/people-fields`, { fields: [{ key: 'n', type: 'string' }] })
  await post(`${path}/message-templates`, { id: 'opener', name: 'Opener', body: 'Number {person.customFields.n}' })
  await post(`${path}/message-templates`, {
    id: 'opener-b',
    name: 'Opener B',
    body: 'Number {person.customFields.n}, b',
  })
  await post(`${path}/outreach`, { id: 'spring', name: 'Spring', openerTemplateId: 'opener' })
  const { accessToken } = await post(`${path}/gateway/_rotateAccessToken`, {})
  return { id: String(id), path, accessToken: String(accessToken) }
}

export async function waitUntilActive({ query }: Pick<FaultEnvironment, 'query'>, count: number): Promise<void> {
  for (let attemptsLeft = 600; attemptsLeft > 0; attemptsLeft--) {
    const rows = await query(`select from channel_bindings where status = 'Active' and provider <> 'webchat'`)
    if (rows.length >= count) return
    await sleep(100)
  }
  throw new Error('the channels were not active within 60 s')
}

/** Another organization without any activity. */
async function createCanary(
  environment: FaultEnvironment,
  post: (path: string, body: JsonBody, authToken: string) => Promise<JsonBody>,
) {
  const { apiKey } = await post('/system/orgs', { id: 'canary', name: 'Canary' }, environment.keys.sysop)
  const authToken = String(apiKey)
  const { id } = await post('/orgs/canary/agents', { name: 'Quiet' }, authToken)
  const path = `/orgs/canary/agents/${id}`
  await post(`${path}/people`, { fullName: 'A Bystander', phone: '+12025550190' }, authToken)
  await post(`${path}/playbooks`, { name: 'Waiting', isDefault: true }, authToken)
  return { orgId: 'canary', agentId: String(id) }
}

/** Event types whose count the checker can derive from its records. */
export const subscribedEvents = [
  'person.created',
  'outreach.send.updated',
  'campaign.status_changed',
  'appointment.booked',
]

const wholeDay = { startTime: '00:00', endTime: '23:59' }
const scheduling = {
  timezone: 'UTC',
  defaultDurationMinutes: 30,
  availableHours: [0, 1, 2, 3, 4, 5, 6].map((dayOfWeek) => ({ dayOfWeek, ...wholeDay })),
  representatives: [
    { id: 'desk', name: 'The desk' },
    { id: 'crane', name: 'The crane' },
  ],
}
