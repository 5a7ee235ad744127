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
import type { AgentKey } from '../platform/http/route.ts'
import { assertStatus, type ReplyBody } from './client.ts'
import { type GatewayAgent, gatewayBench, type TestPhone } from './gateway-bench.ts'

/**
 * People who write to an agent, and the actions that run for them. It is noon on Thursday, January 31, 2030, in UTC.
 */
export async function actionsBench() {
  const bench = await gatewayBench()
  const { server, world } = bench
  const { db, pool } = server.database
  const { agents, outbound, conversations, grants } = server.services
  const deps: ActionDeps = {
    ...agents,
    db,
    world,
    calendars: createCalendars(grants),
    fetch: outbound.fetch,
    optOut: conversations.optOut,
  }
  let events = 0
  const newEventId = () => `evt-${++events}`

  async function actionsFor(of: GatewayAgent, asid: string, eventId = newEventId(), given: Partial<ActionDeps> = {}) {
    const agent = await currentKey(of)
    const partner = (await findLivePartner(db, agent, asid)) ?? assert.fail('nobody is known')
    return liveActions({ agent, asid, partner, eventId }, { ...deps, ...given })
  }

  const currentKey = async ({ api }: GatewayAgent): Promise<AgentKey> =>
    (await createAgentFinder(db)({ id: api.orgId }, api.id)) ?? assert.fail('there is no such agent')

  /** Builds the complete input of a turn. */
  async function turnInputFor(of: GatewayAgent, asid: string, given: Partial<TurnInput> = {}): Promise<TurnInput> {
    const agent = await currentKey(of)
    const definition = await agents.definitions.read(db, agent)
    const partner = (await findLivePartner(db, agent, asid)) ?? assert.fail('nobody is known')
    const eventId = given.eventId ?? newEventId()
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
      search: async () => [],
      signal: new AbortController().signal,
      ...given,
    }
  }

  async function somebody(of: GatewayAgent, channel: Channel = 'sms', profile?: object): Promise<PersonWithActions> {
    const phone = of.phone(channel)
    const asid = await phone.sendText('Hello')
    const { data } = assertStatus(await of.api.get(`/people?limit=200`), 200)
    const holds = ({ identities }: ReplyBody) => identities.some((identity: ReplyBody) => identity.asid === asid)
    const { id } = data.find(holds) ?? assert.fail('nobody holds the identity')
    const path = `/people/${id}`
    if (profile) assertStatus(await of.api.patch(path, profile), 200)
    return { phone, asid, id, path, actions: await actionsFor(of, asid) }
  }

  return { ...bench, db, pool, deps, secrets: agents.secrets, actionsFor, turnInputFor, somebody, newEventId }
}

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
    const { status = 200, type = 'application/json', body = '', headers: more = {} } = service.answer(call)
    response.writeHead(status, { 'content-type': type, ...more }).end(body)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  after(() => {
    server.closeAllConnections()
    server.close()
  })
  service.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return service
}
