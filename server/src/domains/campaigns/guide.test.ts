import assert from 'node:assert/strict'
import { test } from 'node:test'
import { exclusionReasons, recipientStates } from '@parley/definition/vocabulary'
import { problems } from '../../platform/http/problem-codes.ts'
import { type CampaignAgent, createCampaignsBench } from '../../testing/campaigns-bench.ts'
import type { TestReply } from '../../testing/client.ts'
import { type CodeBlock, type GuideRequest, openGuide, parseGuideRequest, runGuide } from '../../testing/guide.ts'
import { waitReasons } from './campaign.ts'

/** Checks docs/campaigns.md: makes its requests in order and compares the responses. */

const bench = await createCampaignsBench()
const guide = openGuide('campaigns')

type Reading = { agent: CampaignAgent; ids: Record<string, string> }

/** A dispatcher that has claimed everything checks a few seconds later whether all sends have ended. */
async function workUntilIdle({ after }: CampaignAgent, path: string): Promise<void> {
  const looks = path.endsWith('/start') ? 3 : 1
  for (let look = 0; look < looks; look++) await after(0.1)
}

/** The stream of a completed campaign ends by itself. */
async function listen(block: CodeBlock, { agent, ids }: Reading): Promise<void> {
  const { path, isStream } = parseGuideRequest(block, ids) ?? assert.fail(block.text)
  assert.ok(isStream)
  const reply = await agent.api.get(path.replace(/^A/, ''))
  assert.match(reply.text, /^event: progress\ndata: \{"id":"cmp_.*"status":"completed".*\}\n\n$/)
}

/** The staging call waits for completion, so the workers must run meanwhile. */
function call({ sendCommand, api }: CampaignAgent, { method, path, body }: GuideRequest): Promise<TestReply> {
  const [, campaignId, verb] = /^A\/campaigns\/(\w+)\/(\w+)$/.exec(path) ?? []
  return method === 'POST' && campaignId && verb
    ? sendCommand(campaignId, verb)
    : api.client.call(method, path.replace(/^A/, api.path), body)
}

test('the requests in the guide work as documented', async () => {
  const agent = await bench.agent()
  for (const number of ['+12025550143', '+12025550144', '+12025550145'])
    await agent.phone('rcs', number).set({ receipts: 'manual' })
  const reading: Reading = { agent, ids: {} }
  const blocks = guide.blocks('sh', 'json')
  assert.ok(blocks.length > 40)
  await runGuide(blocks, {
    ids: reading.ids,
    call: (request) => call(agent, request),
    onResponse: ({ path }) => workUntilIdle(agent, path),
    handlers: { sh: (block) => listen(block, reading) },
  })
  const texts = await Promise.all(['3', '4', '5'].map((end) => agent.phone('rcs', `+1202555014${end}`).readTexts()))
  const opening = (name: string, boat: string) =>
    `Hi ${name}, spring is coming. Shall we put your ${boat} in the water?`
  assert.deepEqual(texts, [[opening('Alex', 'dinghy')], [opening('Bo', 'yawl')], []])
})

const firstCells = (text: string): string[] =>
  [...text.matchAll(/^\| (`[^|]*) \|/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`([\w-]+)`/g)].map(([, word = '']) => word),
  )

test('the guide lists every reason and every state in their order, and no other', () => {
  assert.deepEqual(firstCells(guide.section('Staging')), [...exclusionReasons])
  assert.deepEqual(firstCells(guide.section('What a campaign waits for')), [...waitReasons])
  const states = guide.section('Recipients and previews')
  for (const state of recipientStates) assert.ok(states.includes(`\`${state}\``), state)
})

test('the refusals in the guide have the statuses of the catalog', () => {
  const documented = [...guide.section('Refusals').matchAll(/^\| (\d+) \| `([\w.]+)` \|/gm)]
  assert.equal(documented.length, 5)
  for (const [, status, code] of documented) {
    const statuses: readonly number[] = problems[code as keyof typeof problems]?.statuses ?? []
    assert.ok(statuses.includes(Number(status)), `${code} ${status}`)
  }
})
