import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { abridgeTo } from '../testing/abridge.ts'
import { createTestAgent } from '../testing/agent.ts'
import { createTestApp } from '../testing/app.ts'
import { type Assistant, createAssistant } from '../testing/assistant.ts'
import { assertStatus, type ReplyBody } from '../testing/client.ts'
import { createOutreachBench } from '../testing/outreach-bench.ts'
import { mcpTools } from './tools/index.ts'

/** Checks docs/mcp.md: it names every tool, and its calls are made in order. */

const guide = readFileSync(new URL('../../../docs/mcp.md', import.meta.url), 'utf8')

test('the guide documents every tool, and no other', () => {
  const rows = [...guide.matchAll(/^\| (`\w+`.*?) \|/gm)].map(([, cell = '']) => cell)
  const named = rows.flatMap((cell) => [...cell.matchAll(/`(\w+)`/g)].map(([, name]) => name))
  assert.deepEqual(named.toSorted(), mcpTools.map(({ name }) => name).toSorted())
})

/** Makes the calls of a section of the guide in order, and compares each response with the guide. */
async function follow(part: string, assistant: Assistant, ids: Record<string, string>): Promise<number> {
  const [, text = ''] = guide.split(`## ${part}\n`)
  const [here = ''] = text.split('\n## ')
  const blocks = [...here.matchAll(/^```(mcp|json)\n([\s\S]*?)^```$/gm)]
  let last: ReplyBody
  for (const [, language, text = ''] of blocks) {
    if (language === 'json') assert.deepEqual(abridgeTo(last, JSON.parse(text)), JSON.parse(text))
    else last = await call(text, assistant, ids)
  }
  return blocks.length
}

async function call(text: string, assistant: Assistant, ids: Record<string, string>): Promise<ReplyBody> {
  const filled = text.replace(/"\{(\w+)\}"/g, (_, name) => JSON.stringify(ids[name] ?? assert.fail(name)))
  const [, name = '', args = ''] = /^(\w+) (\{.*\})$/m.exec(filled) ?? assert.fail(text)
  const { isError, content } = await assistant.call(name, JSON.parse(args))
  assert.equal(isError, text.includes('→ error'), JSON.stringify(content))
  if (name === 'create_persona') ids.personaId = content.id
  if (content.confirm) ids.confirm = content.confirm
  return content
}

test('an agent with opening hours states them', async () => {
  const server = await createTestApp()
  const { client } = await createTestAgent(server)
  assert.equal(await follow('What it can do', createAssistant(server, client), {}), 4)
})

test('a consequential action takes the two calls that the guide shows', async () => {
  const bench = await createOutreachBench()
  const { api, createPerson } = await bench.agent('rcs')
  const body = 'Hi {person.firstName|there}, your berth is free.'
  assertStatus(await api.post('/message-templates', { id: 'opener', name: 'Opener', body }), 201)
  const outreach = { id: 'berth-free', name: 'A berth is free', openerTemplateId: 'opener' }
  assertStatus(await api.post('/outreach', outreach), 201)
  const { id: personId } = await createPerson()
  assertStatus(await api.patch(`/people/${personId}`, { firstName: 'Alex' }), 200)
  assert.equal(await follow('Two-step confirmation', createAssistant(bench.server, api.client), { personId }), 5)
})
