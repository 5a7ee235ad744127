import assert from 'node:assert/strict'
import { after } from 'node:test'
import { type AppContext, createApi, createServices } from '../app.ts'
import type { TestApp } from './app.ts'
import {
  assertProblem,
  assertStatus,
  createTestClient,
  type ReplyBody,
  type TestClient,
  type TestReply,
} from './client.ts'

/** One agent, with paths relative to it: `agent.put('/goals', { goals: [] })`. */
export type TestAgent = Omit<TestClient, 'as' | 'call' | 'token'> & {
  id: string
  orgId: string
  path: string
  /** The same agent, accessed by another client. */
  by(client: TestClient): TestAgent
  client: TestClient
}

export async function createTestAgent(server: TestApp, document?: object): Promise<TestAgent> {
  const org = await server.org()
  const { id } = assertStatus(await org.api.post(`${org.path}/agents`, { name: 'Harbour' }), 201)
  const agent = testAgentOf(org.api, org.id, id)
  if (document) assertStatus(await agent.post('/import', document), 200)
  return agent
}

export function testAgentOf(client: TestClient, orgId: string, id: string): TestAgent {
  const path = `/orgs/${orgId}/agents/${id}`
  return {
    id,
    orgId,
    path,
    client,
    by: (otherClient) => testAgentOf(otherClient, orgId, id),
    raw: (method, end, payload, headers) => client.raw(method, path + end, payload, headers),
    get: (end, headers) => client.get(path + end, headers),
    post: (end, body, headers) => client.post(path + end, body, headers),
    put: (end, body, headers) => client.put(path + end, body, headers),
    patch: (end, body, headers) => client.patch(path + end, body, headers),
    del: (end, headers) => client.del(path + end, headers),
  }
}

/** A second process on the same database: its own memory, and the given overrides. */
export function createAnotherProcess(
  server: TestApp,
  overrides: Partial<AppContext> = {},
): (agent: TestAgent) => TestAgent {
  const app = createApi(createServices({ ...server.context, ...overrides }))
  after(() => app.close())
  return (agent) => agent.by(createTestClient(app, agent.client.token))
}

/** The sections of an agent that can be read with one GET each. */
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

export async function readEverySection(agent: TestAgent): Promise<Record<string, ReplyBody>> {
  const replies = await Promise.all(sections.map((section) => agent.get(section)))
  return Object.fromEntries(sections.map((section, index) => [section, assertStatus(replies[index] as TestReply, 200)]))
}

export async function assertRefusedUnchanged(
  agent: TestAgent,
  call: () => Promise<TestReply>,
  expected: readonly [status: number, code: string, ...fields: string[]],
): Promise<ReplyBody> {
  const before = await readWholeAgent(agent)
  const reply = await call()
  const [status, code, ...fields] = expected
  assertProblem(reply, status, code, ...fields)
  assert.deepEqual(await readWholeAgent(agent), before)
  return reply.body
}

/** Reads everything stored, in two requests. */
async function readWholeAgent(agent: TestAgent): Promise<ReplyBody[]> {
  const replies = [await agent.get(''), await agent.get('/export?format=json')]
  return replies.map((reply) => assertStatus(reply, 200))
}

/** Asserts that an invalid PUT returns 422 `request.invalid` naming the field, and changes nothing. */
export async function assertInvalid(
  agent: TestAgent,
  path: string,
  body: unknown,
  ...fields: string[]
): Promise<ReplyBody> {
  return assertRefusedUnchanged(agent, () => agent.put(path, body), [422, 'request.invalid', ...fields])
}
