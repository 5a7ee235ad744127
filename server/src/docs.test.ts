import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { settings } from './config.ts'
import { builtInCatalog } from './domains/catalogs/index.ts'
import { problems } from './platform/http/problem.ts'
import { newAgent } from './testing/agent.ts'
import { testApp } from './testing/app.ts'

/** The guides are true: held against the code both ways, and their examples are run. */

const folder = new URL('../../docs/', import.meta.url)
const guide = (name: string): string => readFileSync(new URL(name, folder), 'utf8')

test('the list of errors has every code with its statuses, title and remedy, and no other', () => {
  const sections = guide('errors.md').split('\n## ').slice(1)
  const listed = Object.fromEntries(
    sections.map((section) => [section.slice(0, section.indexOf('\n')), section.slice(section.indexOf('\n')).trim()]),
  )
  const expected = Object.fromEntries(
    Object.entries(problems).map(([code, { statuses, title, remedy }]) => [
      code,
      `${statuses.join(', ')}. ${title}. ${remedy}`,
    ]),
  )
  assert.deepEqual(listed, expected)
})

test('the list of settings has every variable with its meaning and example, and no other', () => {
  const rows = [...guide('configuration.md').matchAll(/^\| `(\w+)` \| (.*?) \| .*? \| `(.*?)` \|$/gm)].map(
    ([, name, means, example]) => [name, means, example],
  )
  assert.deepEqual(
    rows,
    Object.entries(settings).map(([name, { means, example }]) => [name, means, example]),
  )
})

test('every guide is served as a page, and every link between guides leads somewhere', async () => {
  const { app } = await testApp()
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.md'))
  for (const name of names) {
    const reply = await app.inject(`/docs/${name.replace(/\.md$/, '')}`)
    assert.equal(reply.statusCode, 200, name)
    for (const [, href] of reply.body.matchAll(/href="(\/[^"#]*)/g))
      assert.equal((await app.inject(href as string)).statusCode, 200, `${name} links to ${href}`)
  }
  assert.equal((await app.inject('/docs/../package.json')).statusCode, 404)
  assert.equal((await app.inject('/docs/%2e%2e/package.json')).statusCode, 404)
})

test('every file that the paths through the code name is there', () => {
  const places = ['', 'packages/', 'server/src/', 'server/src/domains/', 'server/src/domains/conversations/']
  const root = new URL('../../', import.meta.url)
  const isThere = (path: string) => places.some((place) => existsSync(new URL(place + path, root)))
  const paths = [
    'paths/message-in.md',
    'paths/turn.md',
    'paths/message-out.md',
    'paths/send.md',
    'paths/campaign.md',
    'paths/test-run.md',
  ].flatMap((name) => [...guide(name).matchAll(/`([\w-]+\/[\w./-]*)`/g)])
  const lives = [...guide('../ARCHITECTURE.md').matchAll(/^\d ([\w./-]+\/[\w./-]*) /gm)]
  const named = [...paths, ...lives].map(([, path]) => path as string)
  assert.ok(named.length > 60, `${named.length} are named`)
  assert.deepEqual(
    named.filter((path) => !isThere(path)),
    [],
  )
})

test('the calls of the first steps do what they say', async () => {
  const server = await testApp()
  const org = await server.org()
  const calls = [...guide('first-steps.md').matchAll(/^curl [\s\S]*?(?=\n```)/gm)].map(([text]) => readCurl(text))
  assert.equal(calls.length, 3)
  const statuses = []
  for (const { method, path, body } of calls)
    statuses.push((await org.api.call(method, path.replace('/orgs/demo', org.path), body)).status)
  assert.deepEqual(statuses, [200, 201, 200])
})

function readCurl(text: string): { method: string; path: string; body?: unknown } {
  const path = /http:\/\/127\.0\.0\.1:4000\/v1(\S+)/.exec(text)?.[1] as string
  const data = /-d '([^']+)'/.exec(text)?.[1]
  const method = /-X (\w+)/.exec(text)?.[1] ?? (data ? 'POST' : 'GET')
  return { method, path, ...(data && { body: JSON.parse(data) }) }
}

test('the requests of the guide on agents do what they say', async () => {
  const server = await testApp()
  const org = await server.org()
  const { body: agent } = await org.api.post(`${org.path}/agents`, { name: 'Sunny Harbour' })
  const asked = [...guide('agents.md').matchAll(/^```http\n(\w+) A(\S+)\n([\s\S]*?)```$/gm)]
  assert.equal(asked.length, 10)
  for (const [, method = '', path = '', text = ''] of asked) {
    const [, status, code] = /^→ (\d+) (\S+)/m.exec(text) ?? []
    const reply = await org.api.call(
      method,
      `${org.path}/agents/${agent.id}${path}`,
      status ? undefined : JSON.parse(text),
    )
    assert.ok(status ? reply.status === Number(status) && reply.body.code === code : reply.status < 300, reply.text)
  }
  const { data } = (await org.api.get(`${org.path}/agents/${agent.id}/lint`)).body
  assert.deepEqual(
    data.filter(({ severity }: { severity: string }) => severity === 'error'),
    [],
  )
})

test('the requests of the guides on people and scheduling do what they say', async () => {
  const server = await testApp()
  const agent = await newAgent(server)
  const ids: Record<string, string> = {
    otherId: (await agent.post('/people', { fullName: 'The same visitor' })).body.id,
  }
  const filled = (text: string) => text.replace(/\{(\w+Id)\}/g, (_, name) => ids[name] ?? assert.fail(name))
  const asked = ['people.md', 'scheduling.md'].flatMap((name) => [
    ...guide(name).matchAll(/^```http\n(\w+) A(\S+)\n([\s\S]*?)```$/gm),
  ])
  assert.equal(asked.length, 12)
  for (const [, method = '', path = '', text = ''] of asked) {
    const body = text.trim() === '' ? undefined : JSON.parse(filled(text))
    const reply = await agent.client.call(method, agent.path + filled(path), body)
    assert.ok(reply.status < 300, `${method} ${path}: ${reply.text}`)
    if (method === 'POST' && path === '/people') ids.personId = reply.body.id
    if (method === 'POST' && path.endsWith('/appointments')) ids.appointmentId = reply.body.id
  }
})

test('the requests of the guide on channels do what they say', async () => {
  const server = await testApp()
  const agent = await newAgent(server)
  const ids: Record<string, string> = {}
  const filled = (text: string) => text.replace(/\{(\w+Id)\}/g, (_, name) => ids[name] ?? assert.fail(name))
  const asked = [...guide('channels.md').matchAll(/^```http\n(\w+) A(\S+)\n([\s\S]*?)```$/gm)]
  assert.equal(asked.length, 9)
  for (const [, method = '', path = '', text = ''] of asked) {
    // No worker runs here: the carrier, or the provider, has just said so.
    const says = path.includes('waitingId') ? 'ActionRequired' : 'Active'
    await server.database.pool.query("update channel_bindings set status = $1 where channel <> 'webchat'", [says])
    const body = text.trim() === '' ? undefined : JSON.parse(text)
    const reply = await agent.client.call(method, agent.path + filled(path), body)
    assert.ok(reply.status < 300, `${method} ${path}: ${reply.text}`)
    if (method === 'POST' && path === '/channels') {
      ids.waitingId = reply.body.id
      ids.bindingId = reply.body.id
    }
  }
})

test('the guide on channels has every channel with its providers, and tells of each provider', () => {
  const text = guide('channels.md')
  const forms = builtInCatalog.list('channels')
  const rows = [...text.matchAll(/^\| `([a-z]\w+)` \| [^|]* \| (.*?) ?\|$/gm)].map(([, id, providers]) => [
    id,
    providers,
  ])
  assert.deepEqual(
    rows.sort(),
    forms
      .map(({ id, unmanaged }) => [id, (unmanaged?.providers ?? []).map((one) => `\`${one.id}\``).join(', ')])
      .sort(),
  )
  const told = [...text.matchAll(/^### `(.+)`$/gm)].map(([, id]) => id)
  const providers = forms.flatMap(({ unmanaged }) => (unmanaged?.providers ?? []).map(({ id }) => id))
  assert.deepEqual(told.sort(), [...new Set(providers)].sort())
})
