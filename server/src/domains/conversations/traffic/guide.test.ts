import assert from 'node:assert/strict'
import { test } from 'node:test'
import { logLevels } from '@parley/definition/vocabulary'
import type { z } from 'zod'
import { assertStatus } from '../../../testing/client.ts'
import { createGatewayBench } from '../../../testing/gateway-bench.ts'
import { codeRowsOf, firstCellsOf, openGuide, runGuide } from '../../../testing/guide.ts'
import { createTrafficReader } from '../../../testing/traffic-reader.ts'
import { AgentLogEntry, AgentMessageEntry, trafficOrigins, trafficTypes } from './entries.ts'
import { ConversationQuery, LogQuery, MessageQuery, UserQuery } from './pages.ts'

/** Checks docs/traffic.md: makes its requests in order and compares the responses. */

const guide = openGuide('traffic')

test('the requests in the guide work as documented', async () => {
  const bench = await createGatewayBench()
  const { flush } = createTrafficReader(bench.server)
  const { api, call, phone } = await bench.agent('rcs')
  // Parley's runtime answers.
  assertStatus(await call('DELETE', '/v4/webhook'), 200)
  await phone('rcs', '+12025550143').set({ receipts: 'manual' })
  const blocks = guide.blocks('sh', 'json')
  assert.ok(blocks.length > 20)
  await runGuide(blocks, {
    call: ({ method, path, body }) =>
      path.startsWith('L')
        ? call(method, path.replace(/^L/, '/lab/v1'), body)
        : api.client.call(method, path.replace(/^A/, api.path), body),
    async onResponse() {
      bench.world.advance(1000)
      await bench.work()
      await flush()
    },
  })
})

const keysOf = ({ shape }: z.ZodObject): string[] => Object.keys(shape)

test('the guide lists every field of an entry, and every value', () => {
  const section = guide.section('Messages')
  assert.deepEqual(firstCellsOf(section).slice(0, keysOf(AgentMessageEntry).length), keysOf(AgentMessageEntry))
  const ofLogs = firstCellsOf(guide.section('Logs')).flatMap((cell) => cell.split(', '))
  assert.deepEqual(ofLogs.sort(), keysOf(AgentLogEntry).sort())
  for (const word of [...trafficOrigins, ...trafficTypes]) assert.ok(section.includes(`\`${word}\``), word)
  for (const level of logLevels) assert.ok(guide.section('Logs').includes(`\`${level}\``), level)
})

test('the guide lists every parameter of every read, and no other', () => {
  const reads = { messages: MessageQuery, conversations: ConversationQuery, users: UserQuery, logs: LogQuery }
  const rows = codeRowsOf(guide.section('Parameters'))
  for (const [read, query] of Object.entries(reads)) {
    const named = rows.filter(([, of = '']) => of === 'all' || of.split(', ').includes(read)).map(([name = '']) => name)
    assert.deepEqual(named.map((name) => name.replaceAll('`', '')).sort(), keysOf(query).sort(), read)
  }
})
