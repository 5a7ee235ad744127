import assert from 'node:assert/strict'
import { after } from 'node:test'
import { createApi, type Parts } from '../app.ts'
import type { TestApp } from './app.ts'
import { assertProblem, assertStatus, type Body, type Client, clientOf, type Reply } from './client.ts'

/** One agent, its paths written from the agent on: `agent.put('/goals', { goals: [] })`. */
export type TestAgent = Omit<Client, 'as' | 'call' | 'token'> & {
  id: string
  orgId: string
  path: string
  /** The same agent through the eyes of another client. */
  by(client: Client): TestAgent
  client: Client
}

export async function newAgent(server: TestApp, document?: object): Promise<TestAgent> {
  const org = await server.org()
  const { id } = assertStatus(await org.api.post(`${org.path}/agents`, { name: 'Harbour' }), 201)
  const agent = agentOf(org.api, org.id, id)
  if (document) assertStatus(await agent.post('/import', document), 200)
  return agent
}

export function agentOf(client: Client, orgId: string, id: string): TestAgent {
  const path = `/orgs/${orgId}/agents/${id}`
  return {
    id,
    orgId,
    path,
    client,
    by: (other) => agentOf(other, orgId, id),
    raw: (method, end, payload, headers) => client.raw(method, path + end, payload, headers),
    get: (end, headers) => client.get(path + end, headers),
    post: (end, body, headers) => client.post(path + end, body, headers),
    put: (end, body, headers) => client.put(path + end, body, headers),
    patch: (end, body, headers) => client.patch(path + end, body, headers),
    del: (end, headers) => client.del(path + end, headers),
  }
}

/** A second process on the same database: its own memory, and whatever else is given. */
export function anotherProcess(server: TestApp, given: Partial<Parts> = {}): (agent: TestAgent) => TestAgent {
  const app = createApi({ ...server.parts, ...given })
  after(() => app.close())
  return (agent) => agent.by(clientOf(app, agent.client.token))
}

/** The parts of an agent that GET shows as one. */
const sections = [
  '',
  '/identity',
  '/personality',
  '/goals',
  '/playbooks',
  '/standing-instructions',
  '/guardrails',
  '/rules',
  '/objectives',
  '/message-templates',
  '/knowledge/things',
  '/knowledge/collections',
  '/knowledge/facts',
  '/people-fields',
  '/scheduling',
  '/notifications',
  '/integrations',
  '/tool-bindings',
  '/outreach',
  '/automated-outreach',
  '/settings/sending',
] as const

/** Everything that the agent shows of itself. */
export async function everySection(agent: TestAgent): Promise<Record<string, Body>> {
  const replies = await Promise.all(sections.map((section) => agent.get(section)))
  return Object.fromEntries(sections.map((section, index) => [section, assertStatus(replies[index] as Reply, 200)]))
}

/** A refusal leaves the agent as it was. */
export async function assertRefused(
  agent: TestAgent,
  call: () => Promise<Reply>,
  expected: readonly [status: number, code: string, ...fields: string[]],
): Promise<Body> {
  const before = await whole(agent)
  const reply = await call()
  const [status, code, ...fields] = expected
  assertProblem(reply, status, code, ...fields)
  assert.deepEqual(await whole(agent), before)
  return reply.body
}

/** All that is stored, in two reads. */
async function whole(agent: TestAgent): Promise<Body[]> {
  const replies = [await agent.get(''), await agent.get('/export?format=json')]
  return replies.map((reply) => assertStatus(reply, 200))
}

/** A PUT with a fault in it: 422 `request.invalid` that names the field, and nothing is changed. */
export async function assertInvalid(agent: TestAgent, path: string, body: unknown, ...fields: string[]): Promise<Body> {
  return assertRefused(agent, () => agent.put(path, body), [422, 'request.invalid', ...fields])
}
