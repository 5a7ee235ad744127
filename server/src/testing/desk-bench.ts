import type { Role } from '../platform/http/access.ts'
import { assertStatus, type ReplyBody, type TestReply } from './client.ts'
import { createRuntimeBench, type RuntimeAgent, type RuntimePerson } from './runtime-bench.ts'

const hours = { id: 'hours', question: 'When are you open?', answer: 'From eight to eight.', exact: true }
const document = {
  identity: { contactEmail: 'hello@example.com', websiteUrl: 'https://harbour.example' },
  playbooks: [{ id: 'general', name: 'General', body: 'Help.', isDefault: true, uses: [] }],
  capabilities: { knowledge: { facts: [hours] } },
}

/** A member of the org who works at the desk of one agent. */
export type DeskWorker = {
  userId: string
  get(path: string, headers?: Record<string, string>): Promise<TestReply>
  post(path: string, body?: object): Promise<TestReply>
  put(path: string, body: object): Promise<TestReply>
  /** A move of a conversation, which must succeed; returns the conversation. */
  move(userId: string, move: string, body?: object): Promise<ReplyBody>
  conversation(userId: string): Promise<ReplyBody>
  list(query?: string): Promise<ReplyBody[]>
}

export type DeskAgent = RuntimeAgent & {
  /** With `agentIds`, limited to these agents. */
  worker(role?: Role, agentIds?: string[]): Promise<DeskWorker>
  configure(settings?: object): Promise<void>
}

/** Agents with a desk, on a clock that the test moves. */
export async function deskBench(options: Parameters<typeof createRuntimeBench>[0] = {}) {
  const bench = await createRuntimeBench(options)
  return {
    ...bench,
    async desk(settings: object = {}): Promise<DeskAgent> {
      const agent = await bench.agent(document, 'rcs', 'sms')
      const org = { id: agent.api.orgId, path: `/orgs/${agent.api.orgId}`, api: agent.api.client }
      const configure = async (given: object = {}) =>
        void assertStatus(await agent.api.put('/settings/desk', { enabled: true, ...given }), 200)
      await configure(settings)
      return {
        ...agent,
        configure,
        worker: async (role = 'editor', agentIds) =>
          createWorker(agent, await bench.server.member(org, role, agentIds)),
      }
    },
    /** A person who has written and was answered. */
    async talk(agent: DeskAgent, text = 'When are you open?'): Promise<RuntimePerson> {
      const person = agent.createPerson('rcs')
      await person.sendText(text)
      return person
    },
  }
}

type SignedIn = Parameters<RuntimeAgent['api']['by']>[0] & { userId: string }

function createWorker(agent: RuntimeAgent, client: SignedIn): DeskWorker {
  const api = agent.api.by(client)
  const path = (userId: string) => `/desk/conversations/${userId}`
  return {
    userId: client.userId,
    get: (end, headers) => api.get(end, headers),
    post: (end, body = {}) => api.post(end, body),
    put: (end, body) => api.put(end, body),
    move: async (userId, move, body = {}) => assertStatus(await api.post(`${path(userId)}/${move}`, body), 200),
    conversation: async (userId) => assertStatus(await api.get(path(userId)), 200),
    list: async (query = '') => assertStatus(await api.get(`/desk/conversations?${query}`), 200).data,
  }
}
