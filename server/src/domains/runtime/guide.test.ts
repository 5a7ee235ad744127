import assert from 'node:assert/strict'
import { test } from 'node:test'
import { comparisons, parseCondition, slotPredicates, slotTypes, stepKinds, toolNames } from '@parley/definition'
import { advance, type FlowWorld } from '@parley/flow'
import { Directive } from '@parley/testcase'
import { stillWorld } from '../../platform/world.ts'
import { abridgeTo } from '../../testing/abridge.ts'
import { createTestAgent, type TestAgent } from '../../testing/agent.ts'
import { createTestApp } from '../../testing/app.ts'
import { assertStatus } from '../../testing/client.ts'
import { type CodeBlock, codeRowsOf, firstCellsOf, openGuide, runGuide } from '../../testing/guide.ts'

/** Checks docs/runtime.md, docs/flows.md, and docs/personas.md: makes their requests and plays their conversations. */

/** A Monday, 9 a.m. in London. */
const now = '2030-01-07T09:00:00.000Z'
const server = await createTestApp({ world: stillWorld(now) })

/** The state of a guide: the persona it created, and what its next JSON shows: the last turn, or the last refusal. */
type Reading = { ids: Record<string, string>; turn?: unknown; refusal?: unknown }

/** Walks through a guide in order. */
async function walk(name: string, agent: TestAgent): Promise<void> {
  const reading: Reading = { ids: {} }
  const blocks = openGuide(name).blocks('sh', 'chat', 'json')
  assert.ok(blocks.length > 8)
  for (const block of blocks) {
    if (block.language === 'sh') await request(agent, block, reading)
    else if (block.language === 'chat') assert.equal(await played(agent, block, reading), block.text)
    else assertShown(reading, JSON.parse(block.text))
  }
}

function assertShown(reading: Reading, expected: Record<string, unknown>): void {
  if (reading.refusal === undefined) assertLike(reading.turn, expected)
  else assert.deepEqual(abridgeTo(reading.refusal, expected), expected)
  reading.refusal = undefined
}

async function request(agent: TestAgent, block: CodeBlock, reading: Reading): Promise<void> {
  const { ids } = reading
  await runGuide([block], {
    ids,
    call: ({ method, path, body }) => agent.client.call(method, path.replace(/^A/, agent.path), body),
    onResponse({ method, path, status = 200 }, body) {
      if (status >= 400) reading.refusal = body
      else if (method === 'POST' && path.endsWith('/turns')) reading.turn = body
    },
  })
}

/** A conversation in the guides' notation: the person's input after `>`, a tap in brackets. */
async function played(agent: TestAgent, { info, text }: CodeBlock, reading: Reading): Promise<string> {
  const { id, userId } = assertStatus(await agent.post('/personas', personaOf(info)), 201)
  const lines: string[] = []
  for (const [, line = ''] of text.matchAll(/^> (.*)$/gm)) {
    const chip = /^\[(.*)\]$/.exec(line)?.[1]
    const turn = chip === undefined ? line : { chip }
    const { messages } = assertStatus(await agent.post(`/personas/${id}/turns`, { turn }), 200)
    lines.push(`> ${line}`, ...messages.flatMap(describeRendered))
  }
  const { data } = assertStatus(await agent.get(`/turns?userId=${userId}&limit=1`), 200)
  reading.turn = data[0]
  return lines.map((line) => `${line}\n`).join('')
}

/** Parses `sms` or `email=alex@example.com`. */
function personaOf(about: string): object {
  const words = about.split(' ').filter(Boolean)
  const fields = words.filter((word) => word.includes('=')).map((word) => word.split('='))
  const channel = words.find((word) => !word.includes('='))
  return { name: 'Somebody', ...(channel && { channel }), fields: Object.fromEntries(fields) }
}

function describeRendered({ rendered }: { rendered: { text: string; chips: { label: string }[] }[] }): string[] {
  return rendered.flatMap(({ text, chips }) => [
    ...text.split('\n').filter((line) => line.trim() !== ''),
    ...(chips.length > 0 ? [chips.map(({ label }) => `[${label}]`).join(' ')] : []),
  ])
}

/** `…` matches any rest, and numbers match any number. */
function assertLike(value: unknown, written: unknown): void {
  assert.deepEqual(abridged(value, written), written)
}

function abridged(value: unknown, like: unknown): unknown {
  if (typeof like === 'string' && typeof value === 'string' && like.endsWith('…')) {
    return value.startsWith(like.slice(0, -1)) ? like : value
  }
  if (typeof like === 'number' && typeof value === 'number') return like
  if (Array.isArray(like) && Array.isArray(value)) return value.map((one, at) => abridged(one, like[at]))
  if (!isRecord(like) || !isRecord(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, abridged(one, like[key])]))
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

for (const name of ['runtime', 'flows', 'personas']) {
  test(`the requests in docs/${name}.md work as documented, and its conversations run as written`, async () => {
    await walk(name, await createTestAgent(server))
  })
}

const sectionOf = (name: string, title: string): string => openGuide(name).section(title)

test('the guide on flows lists every kind of step, every type and every predicate', () => {
  const kinds = [...openGuide('flows').text.matchAll(/^### `(\w+)`$/gm)].map(([, kind]) => kind as string)
  assert.deepEqual(kinds.sort(), stepKinds.map(({ key }) => key).sort())
  const listed = firstCellsOf(sectionOf('flows', 'Slots'))
  for (const name of [...slotTypes, ...slotPredicates]) assert.ok(listed.includes(name), name)
})

test('the conditions in the guide on flows can be parsed, and cover every comparison', () => {
  const text = sectionOf('flows', '`branch`')
  for (const condition of firstCellsOf(text)) assert.ok(parseCondition(condition).ok, condition)
  for (const comparison of comparisons) assert.ok(text.includes(comparison), comparison)
})

test('the phrases in the guide on flows are understood without a model', () => {
  const rows = codeRowsOf(sectionOf('flows', 'What is understood without a model'))
  assert.ok(rows.length > 15)
  for (const [type = '', reply = '', expected] of rows)
    assert.equal(understood(type.replaceAll('`', ''), reply), expected, reply)
})

function understood(type: string, reply: string): string {
  const slot = { name: 'it', type: type as (typeof slotTypes)[number], bind: 'person.customFields.it' }
  const flow = { id: 'main', slots: [slot], steps: [{ collect: 'it' }] }
  const world: FlowWorld = { flowOf: () => flow, person: () => undefined, now, timezone: 'Europe/London' }
  const { state } = advance(undefined, { kind: 'start', playbookId: 'main' }, world)
  const { effects } = advance(state, { kind: 'reply', text: reply }, world)
  const [saved] = effects.flatMap((effect) => (effect.kind === 'save' ? [String(effect.value)] : []))
  return saved ?? '?'
}

test('the guide on the runtime lists every tool that flows can call', () => {
  const listed = firstCellsOf(sectionOf('runtime', 'Tools'))
  for (const name of toolNames) assert.ok(listed.includes(name), name)
})

test('the directives in the guide on personas are valid', () => {
  const rows = codeRowsOf(sectionOf('personas', 'A turn')).flatMap(([first = '']) => {
    const written = first.replaceAll('`', '')
    return /^["{]/.test(written) ? [JSON.parse(written)] : []
  })
  assert.ok(rows.length > 7)
  for (const written of rows) assert.ok('tap' in Object(written) || Directive.safeParse(written).success)
})
