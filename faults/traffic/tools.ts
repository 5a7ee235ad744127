import assert from 'node:assert/strict'
import type { FaultEnvironment } from '../environment/environment.ts'
import { buildChannelBindings } from '../environment/fake-providers.ts'
import { orderDocument } from '../environment/tool-services.ts'
import type { TrafficActor } from './actor.ts'
import type { JsonBody, RetryingClient } from './client.ts'
import { phoneNumberOf } from './sends.ts'

/** An agent whose flow calls a tool of the catalog, of an MCP server, and of an OpenAPI document, for each person. */

const webhook = '@svc/tool.http-webhook'
const order = { number: '{person.phone}' }
const flow = {
  id: 'main',
  name: 'Orders',
  slots: [],
  steps: [
    { action: `tool:${webhook}.call`, with: { event: 'order.created', payload: order }, on_error: 'branch' },
    { action: 'integration:orders-mcp.order', with: order, on_error: 'branch' },
    { action: 'integration:orders-api.order', with: order, on_error: 'branch' },
    { say: 'Noted.' },
    { end: { outcome: 'noted' } },
  ],
}

export type ToolFixtures = { smsBinding: string }

export async function createToolFixtures(
  { networks, toolServices, keys, query }: FaultEnvironment,
  client: RetryingClient,
): Promise<ToolFixtures> {
  const call = async (method: 'POST' | 'PUT', path: string, body: JsonBody): Promise<JsonBody> => {
    const { status, body: response } = await client.call(method, `/v1${path}`, body, { token: keys.api })
    assert.ok(status < 300, `${method} ${path} returned ${status} ${JSON.stringify(response)}`)
    return response
  }
  const origin = `http://127.0.0.1:${toolServices.port}`
  const { id } = await call('POST', '/orgs/demo/agents', { name: 'Orders' })
  const path = `/orgs/demo/agents/${id}`
  await call('PUT', `${path}/tool-bindings/${encodeURIComponent(webhook)}`, { config: { url: `${origin}/webhook` } })
  await call('PUT', `${path}/integrations/orders-mcp`, { kind: 'mcp', name: 'Orders', url: `${origin}/mcp` })
  await call('PUT', `${path}/integrations/orders-api`, {
    ...{ kind: 'openapi', name: 'Orders', document: orderDocument, serverUrl: `${origin}/openapi` },
  })
  const uses = ['integration:orders-mcp', 'integration:orders-api']
  await call('POST', `${path}/playbooks`, { id: 'orders', name: 'Orders', body: 'Order.', uses, flow, isDefault: true })
  const binding = await call('POST', `${path}/channels`, buildChannelBindings(networks.providers.port).sms)
  await waitForBinding(query, String(binding.id))
  return { smsBinding: String(binding.id) }
}

async function waitForBinding(query: FaultEnvironment['query'], id: string): Promise<void> {
  for (let attemptsLeft = 600; attemptsLeft > 0; attemptsLeft--) {
    const rows = await query(`select from channel_bindings where id = $1 and status = 'Active'`, [id])
    if (rows.length > 0) return
    await new Promise((next) => setTimeout(next, 100))
  }
  throw new Error('the channel of the agent with tools was not active within 60 s')
}

/** A new person each time, whose only message leads to one call of each tool. */
export const createToolActor =
  ({ smsBinding }: ToolFixtures): TrafficActor =>
  async ({ client, log }, nth) => {
    const number = phoneNumberOf(31, nth)
    const report = { type: 'message', id: `order ${number}`, from: number, text: 'An order, please' } as const
    if (await client.deliverReport(smsBinding, report)) log.record({ kind: 'tool-message', number })
  }
