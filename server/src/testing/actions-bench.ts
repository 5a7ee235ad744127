import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after } from 'node:test'
import type { Channel } from '@parley/amf'
import { createAgentFinder } from '../domains/agents/index.ts'
import type { ActionDeps } from '../domains/runtime/actions/deps.ts'
import { liveActions } from '../domains/runtime/actions/live.ts'
import { findLivePartner } from '../domains/runtime/actions/person.ts'
import type { AgentActions, TurnInput } from '../domains/runtime/deps.ts'
import { createCalendars } from '../domains/scheduling/index.ts'
import type { Db } from '../platform/db/database.ts'
import type { AgentKey } from '../platform/http/route.ts'
import { assertStatus, type ReplyBody } from './client.ts'
import { createGatewayBench, type GatewayAgent, type TestPhone } from './gateway-bench.ts'

/**
 * People who write to an agent, and the actions that run for them. It is noon on Thursday, January 31, 2030, in UTC.
 */
export async function createActionsBench() {
  const bench = await createGatewayBench()
  const { server, world } = bench
  const { db, pool } = server.database
  const { agents, outbound, conversations, desk, grants, tools } = server.services
  const deps: ActionDeps = {
    ...agents,
    db,
    world,
    calendars: createCalendars(grants),
    fetch: outbound.fetch,
    catalogTools: tools,
    ...{ optOut: conversations.optOut, desk },
  }
  let events = 0
  const newEventId = () => `evt-${++events}`

  async function createActions(
    gatewayAgent: GatewayAgent,
    asid: string,
    eventId = newEventId(),
    overrides: Partial<ActionDeps> = {},
  ) {
    const agent = await readAgentKey(db, gatewayAgent)
    const partner = (await findLivePartner(db, agent, asid)) ?? assert.fail('nobody is known')
    return liveActions({ agent, asid, partner, eventId }, { ...deps, ...overrides })
  }

  /** Builds the complete input of a turn. */
  async function createTurnInput(
    gatewayAgent: GatewayAgent,
    asid: string,
    overrides: Partial<TurnInput> = {},
  ): Promise<TurnInput> {
    const agent = await readAgentKey(db, gatewayAgent)
    const definition = await agents.definitions.read(db, agent)
    const partner = (await findLivePartner(db, agent, asid)) ?? assert.fail('nobody is known')
    const eventId = overrides.eventId ?? newEventId()
    return {
      agent,
      definition,
      asid,
      sessionId: 'ses-1',
      eventId,
      channel: 'sms',
      sandbox: false,
      now: world.now(),
      timezone: partner.timezone ?? definition.scheduling.timezone ?? 'UTC',
      personInput: { kind: 'words', text: 'Hello' },
      partner,
      actions: liveActions({ agent, asid, partner, eventId }, deps),
      catalogTools: await tools.listCallable(agent, definition),
      search: async () => [],
      signal: new AbortController().signal,
      ...overrides,
    }
  }

  async function createPerson(agent: GatewayAgent, channel: Channel = 'sms', profile?: object) {
    const phone = agent.phone(channel)
    const asid = await phone.sendText('Hello')
    const { data } = assertStatus(await agent.api.get(`/people?limit=200`), 200)
    const hasIdentity = ({ identities }: ReplyBody) => identities.some((identity: ReplyBody) => identity.asid === asid)
    const { id } = data.find(hasIdentity) ?? assert.fail('nobody holds the identity')
    const path = `/people/${id}`
    if (profile) assertStatus(await agent.api.patch(path, profile), 200)
    const person: PersonWithActions = { phone, asid, id, path, actions: await createActions(agent, asid) }
    return person
  }

  return { ...bench, db, pool, deps, secrets: agents.secrets, createActions, createTurnInput, createPerson, newEventId }
}

const readAgentKey = async (db: Db, { api }: GatewayAgent): Promise<AgentKey> =>
  (await createAgentFinder(db)({ id: api.orgId }, api.id)) ?? assert.fail('there is no such agent')

type PersonWithActions = { phone: TestPhone; asid: string; id: string; path: string; actions: AgentActions }

type Call = { method?: string; path?: string; headers: IncomingHttpHeaders; body: ReplyBody }
type Answer = { status?: number; type?: string; body?: string; headers?: Record<string, string> }

/** A fake external service on loopback with configurable answers. */
export async function openToolService(answer: (call: Call) => Answer = () => ({ body: '{}' })) {
  const calls: Call[] = []
  const service = { url: '', calls, answer }
  const server = createServer(async (request, response) => {
    const raw = Buffer.concat(await request.toArray()).toString()
    const { method, url: path, headers } = request
    const call = { method, path, headers, body: raw === '' ? undefined : JSON.parse(raw) }
    calls.push(call)
    const { status = 200, type = 'application/json', body = '', headers: extraHeaders = {} } = service.answer(call)
    response.writeHead(status, { 'content-type': type, ...extraHeaders }).end(body)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  after(() => {
    server.closeAllConnections()
    server.close()
  })
  service.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return service
}
