import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { createTestApp } from '../testing/app.ts'
import { bindTools, buildInputSchema, type RouteToolBinding } from './bind-tools.ts'
import { buildOutputSchema } from './output-schema.ts'
import type { McpSession } from './tool.ts'
import { mcpTools } from './tools/index.ts'

/** Compares the table of tools with the list of routes: neither can change without the other. */

const { routes } = await createTestApp()
const offers = bindTools(mcpTools, routes)
const bound = offers.filter((offer): offer is RouteToolBinding => 'routes' in offer)
const session: McpSession = { caller: { kind: 'system', id: 'nobody' }, org: 'demo', readOnly: false }

test('every tool has its routes and a unique name', () => {
  assert.deepEqual(
    offers.map(({ tool }) => tool.name),
    mcpTools.map(({ name }) => name),
  )
  assert.equal(new Set(mcpTools.map(({ name }) => name)).size, mcpTools.length)
  for (const { tool, routes } of bound) {
    const named = typeof tool.route === 'string' ? 1 : Object.keys(tool.route.routes).length
    assert.equal(routes.size, named, tool.name)
  }
})

test('every argument has one place, and the argument table is correct', () => {
  for (const offer of bound) {
    const { tool, input } = offer
    const query = Object.keys(input.query.properties ?? {})
    const body = tool.bodyArgument ? [tool.bodyArgument] : Object.keys(input.body?.properties ?? {})
    const choice = typeof tool.route === 'string' ? [] : [tool.route.argument]
    const own = ['agent', 'confirm', ...choice, ...Object.keys(tool.extraArguments ?? {})]
    const all = [...own, ...input.path, ...query, ...body]
    assert.equal(new Set(all).size, all.length, `${tool.name}: ${all}`)
    assert.ok(tool.bodyArgument || !input.body || input.body.properties, `${tool.name} has a body without fields`)
    const offered = Object.keys((buildInputSchema(offer, session) as { properties: object }).properties)
    const known = [...offered, ...Object.keys(tool.fixedQuery ?? {})]
    for (const name of [
      ...Object.keys(tool.descriptions ?? {}),
      ...(tool.guard?.dryRunArgument ? [tool.guard.dryRunArgument] : []),
    ])
      assert.ok(known.includes(name), `${tool.name} has no ${name}`)
    for (const name of tool.omittedArguments ?? []) assert.ok(all.includes(name), `${tool.name} has no ${name}`)
  }
})

test('the routes of one tool accept the same arguments', () => {
  for (const { tool, routes } of bound) {
    const takes = [...routes.values()].map(({ method, path, query, body, agent }) => {
      const ids = [...path.matchAll(/:\w+/g)].map(([id]) => id)
      return JSON.stringify([method, ids, query !== undefined, body !== undefined, agent])
    })
    assert.equal(new Set(takes).size, 1, tool.name)
  }
})

test('the annotations of a tool match its routes', () => {
  for (const { tool, routes, hints } of bound) {
    const [route] = routes.values()
    const gets = route?.method === 'GET'
    assert.equal(hints.readOnlyHint, gets || tool.isReadOnly === true, tool.name)
    assert.ok(!(hints.readOnlyHint && (hints.destructiveHint || hints.openWorldHint)), tool.name)
    assert.ok(hints.idempotentHint || route?.method === 'POST', tool.name)
  }
  const reaching = bound.filter(({ hints }) => hints.openWorldHint).map(({ tool }) => tool.name)
  assert.deepEqual(reaching.sort(), [
    ...['book_appointment', 'change_appointment', 'resume_campaign', 'send_outreach', 'start_campaign'],
    ...['test_campaign', 'try_tool'],
  ])
})

test('no tool returns a key, a secret or a password', () => {
  const telling = /secret|password|credential|apiKey|^key$|accessToken|^token$/i
  const harmless = new Set(['signingSecretPrefix', 'key', 'nextPageToken'])
  for (const { tool, routes } of bound) {
    for (const { response } of routes.values()) {
      const names = response ? namesIn(z.toJSONSchema(response, { unrepresentable: 'any' })) : []
      const found = names.filter((name) => telling.test(name) && !harmless.has(name))
      assert.deepEqual(found, [], tool.name)
    }
  }
  const paths = bound.flatMap(({ routes }) => [...routes.values()].map(({ path }) => path))
  assert.deepEqual(
    paths.filter((path) => /api-keys|_rotate|emulator|system|auth|gateway/.test(path)),
    [],
  )
})

/** String fields; whether a secret is set, and its last characters, may be returned. */
function namesIn(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const { properties = {} } = schema as { properties?: Record<string, { type?: string; anyOf?: unknown }> }
  const isText = ({ type, anyOf }: { type?: string; anyOf?: unknown }) => type === 'string' || anyOf !== undefined
  const own = Object.entries(properties).flatMap(([name, one]) => (isText(one) ? [name] : []))
  return [...own, ...Object.values(schema).flatMap(namesIn)]
}

/** An assistant reads the whole list before its first call: about 20,000 tokens. */
const maxListLength = 76_000

test('every tool describes its result as an object, and a list by its entries', () => {
  for (const offer of offers) assert.equal(buildOutputSchema(offer).type, 'object', offer.tool.name)
  const people = buildOutputSchema(offers.find(({ tool }) => tool.name === 'list_people') ?? assert.fail())
  const { data, next } = people.properties as Record<string, { type: string; items: { properties: object } }>
  assert.deepEqual([data?.type, next?.type], ['array', 'string'])
  assert.ok(Object.keys(data?.items.properties ?? {}).includes('firstName'))
  const text = JSON.stringify(offers.map(buildOutputSchema))
  assert.ok(text.length < maxListLength, `${text.length} characters`)
})

test('every description is informative, and the whole list stays within its length limit', () => {
  for (const { name, title, description } of mcpTools) {
    assert.match(name, /^[a-z]+(_[a-z]+)*$/)
    assert.ok(title.length < 50 && description.length >= 30 && description.length < 420, name)
    assert.match(description, /\.$/)
  }
  const text = JSON.stringify(offers.map((offer) => [offer.tool.description, buildInputSchema(offer, session)]))
  assert.ok(text.length < maxListLength, `${text.length} characters`)
})
