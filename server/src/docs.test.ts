// Quick run too: the guides are true.
import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { settings } from './config.ts'
import { builtInCatalog } from './domains/catalogs/index.ts'
import { problems } from './platform/http/problem-codes.ts'
import { createTestAgent, type TestAgent } from './testing/agent.ts'
import { createTestApp } from './testing/app.ts'
import { assertStatus, type ReplyBody } from './testing/client.ts'
import { type CodeBlock, type GuideRequest, openGuide, parseGuideRequest, runGuide } from './testing/guide.ts'

/** Checks the guides against the code in both directions, and runs their examples. */

const folder = new URL('../../docs/', import.meta.url)
const guide = (name: string): string => readFileSync(new URL(name, folder), 'utf8')
const server = await createTestApp()

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
    Object.entries(settings).map(([name, { description, example }]) => [name, description, example]),
  )
})

test('every guide is served as a page, and every link between guides is valid', async () => {
  const { app } = server
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.md'))
  const pages = new Map<string, string>()
  for (const name of names) {
    const path = `/docs/${name.replace(/\.md$/, '').replace(/\/?README$/, '')}`.replace(/\/$/, '')
    const { statusCode, body } = await app.inject(path)
    assert.equal(statusCode, 200, name)
    pages.set(path, body)
  }
  const links = [...pages].flatMap(([from, body]) =>
    [...body.matchAll(/href="([^":]*)"/g)].map(([, href]) => ({
      from,
      to: new URL(href as string, `http://parley${from}`),
    })),
  )
  const elsewhere = new Set(links.map(({ to }) => to.pathname).filter((path) => !pages.has(path)))
  for (const path of elsewhere) assert.equal((await app.inject(path)).statusCode, 200, path)
  const pictures = [...pages].flatMap(([from, body]) =>
    [...body.matchAll(/<img src="([^"]+)"/g)].map(([, src = '']) => new URL(src, `http://parley${from}`).pathname),
  )
  for (const picture of new Set(pictures)) {
    const { statusCode, headers, rawPayload } = await app.inject(picture)
    assert.deepEqual([statusCode, headers['content-type']], [200, 'image/png'], picture)
    assert.equal(rawPayload.subarray(1, 4).toString(), 'PNG', picture)
  }
  const lost = links.filter(
    ({ to }) => to.hash && !pages.get(to.pathname)?.includes(` id="${decodeURI(to.hash.slice(1))}"`),
  )
  assert.deepEqual(
    lost.map(({ from, to }) => `${from} links to ${to.pathname}${to.hash}`),
    [],
  )
  for (const path of ['/docs/../package.json', '/docs/%2e%2e/package.json'])
    assert.equal((await app.inject(path)).statusCode, 404)
})

test('the sidebar of every page lists each guide once', async () => {
  const listed = [...guide('README.md').matchAll(/^\| \[.+?\]\(([\w-]+)\.md\) \|/gm)].map(([, name]) => name as string)
  const names = readdirSync(folder).flatMap((name) => /^(?!README)([\w-]+)\.md$/.exec(name)?.[1] ?? [])
  assert.deepEqual(listed.toSorted(), names.toSorted())
  const { body } = await server.app.inject('/docs/people')
  const [, side = ''] = /<nav id="guides"[^>]*>(.*?)<\/nav>/s.exec(body) ?? []
  for (const name of listed) assert.ok(side.includes(`href="/docs/${name}"`), name)
  assert.match(side, /<a href="\/docs\/people" aria-current="page">People<\/a><ul><li><a href="#one-person">/)
  assert.equal((await server.app.inject('/docs/')).statusCode, 200)
})

test('the index for search has every guide with exactly the sections of its page', async () => {
  const { guides } = (await server.app.inject('/docs/guides.json')).json() as {
    guides: { page: string; title: string; sections: { id: string; title: string }[] }[]
  }
  const listed = [...guide('README.md').matchAll(/^\| \[(.+?)\]\(/gm)].map(([, title]) => title)
  assert.deepEqual(
    guides.map(({ title }) => title),
    listed,
  )
  for (const { page, sections } of guides) {
    const { statusCode, body } = await server.app.inject(page)
    assert.equal(statusCode, 200, page)
    const ids = [...body.matchAll(/<h2 id="(.*?)">/g)].map(([, id]) => id)
    assert.deepEqual(
      sections.map(({ id }) => id),
      ids,
      page,
    )
    assert.ok(
      sections.every(({ title }) => title !== ''),
      page,
    )
  }
})

test('the search finds sections of the guides, and every result leads to one', async () => {
  const search = async (query: string) => {
    const { statusCode, body, headers } = await server.app.inject(`/docs/search?${query}`)
    assert.equal(statusCode, 200, query)
    assert.match(String(headers['content-security-policy']), /form-action 'self'/)
    return body
  }
  const found = await search('q=safe+hours')
  const links = [...found.matchAll(/<li><a href="(\/docs\/[^"]+)">/g)].map(([, link = '']) => link)
  assert.ok(links.some((link) => link.startsWith('/docs/outreach#')))
  for (const query of ['safe+hours', 'webhook+signature', 'idempotency', 'parley+get', 'DATA_DIR', 'request.invalid']) {
    const body = await search(`q=${query}`)
    const [, results = ''] = /<ol class="hits">(.*?)<\/ol>/s.exec(body) ?? []
    for (const [, link = ''] of results.matchAll(/<li><a href="(\/docs\/[^"]+)">/g)) {
      const [page = '', id] = link.split('#')
      const { body: target } = await server.app.inject(page)
      if (id) assert.ok(target.includes(` id="${id}"`), link)
    }
  }
  assert.match(await search('q=xyzzyq'), /do not mention/)
  assert.match(await search(''), /Enter what you look for/)
  assert.match(await search('q=a&q=b'), /value="a"/)
  assert.ok(!(await search('q=%3Cscript%3Ealert(1)%3C%2Fscript%3E')).includes('<script>alert'))
  for (const hostile of ['q=%00%ff', `q=${'x'.repeat(10_000)}`, 'q[]=x', '__proto__=x']) await search(hostile)
})

test('every page of a guide has the search field', async () => {
  for (const path of ['/docs', '/docs/people', '/docs/paths/turn', '/docs/search?q=boat'])
    assert.match((await server.app.inject(path)).body, /<form class="search" role="search" action="\/docs\/search">/)
})

test('every guide is there as Markdown, and the list for assistants leads to it', async () => {
  const { body: list, headers } = await server.app.inject('/llms.txt')
  assert.match(String(headers['content-type']), /^text\/plain/)
  assert.match(list, /^# Parley\n\n> Parley is a self-hosted platform/)
  const links = [...list.matchAll(/^- \[.+?\]\((.+?)\): .+$/gm)].map(([, link = '']) => link)
  const { body: full } = await server.app.inject('/llms-full.txt')
  for (const link of links) {
    const { statusCode, headers: answer, body } = await server.app.inject(link)
    assert.equal(statusCode, 200, link)
    if (!link.endsWith('.md')) continue
    assert.match(String(answer['content-type']), /^text\/markdown; charset=utf-8$/)
    assert.equal(body, guide(link.replace('/docs/', '')))
    assert.ok(full.includes(body), link)
  }
  const names = readdirSync(folder).filter((name) => name.endsWith('.md') && name !== 'README.md')
  assert.deepEqual(
    names.filter((name) => !links.includes(`/docs/${name}`)),
    [],
  )
})

test('every command with curl is an example that can be pasted, and no path has a shorthand', () => {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.md'))
  for (const name of names) {
    const { blocks, text } = openGuide(name.slice(0, -3))
    assert.deepEqual(blocks('http'), [], name)
    assert.doesNotMatch(text, /`(?:[A-Z]+ )?[AOGLTCW]\//, name)
    const commands = blocks('sh').filter((block) => /\bcurl\b/.test(block.text))
    for (const block of commands)
      assert.ok(parseGuideRequest(block, new Proxy({}, { get: () => 'x' })), `${name}:\n${block.text}`)
    if (commands.length > 0 && !['quick-start.md', 'conventions.md'].includes(name))
      assert.match(text, /To paste the examples, \[set `\$\w+`.*\]\((?:\.\.\/)?conventions\.md#examples\)/, name)
  }
})

test('every file that the code tours name exists', () => {
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
    'paths/webhook.md',
  ].flatMap((name) => [...guide(name).matchAll(/`([\w-]+\/[\w./-]*)`/g)])
  const lives = [...guide('../ARCHITECTURE.md').matchAll(/^\d ([\w./-]+\/[\w./-]*) /gm)]
  const named = [...paths, ...lives].map(([, path]) => path as string)
  assert.ok(named.length > 60, `${named.length} are named`)
  assert.deepEqual(
    named.filter((path) => !isThere(path)),
    [],
  )
})

/** The providers of the catalog, each with its form for each channel. */
const providerForms = builtInCatalog
  .list('channels')
  .flatMap(({ name, id, unmanaged }) =>
    (unmanaged?.providers ?? []).map((one) => ({ ...one, channel: id, heading: name })),
  )
const providerIds = [...new Set(providerForms.map(({ id }) => id))]

type Reader = {
  before(request: GuideRequest): Promise<void>
  command(block: CodeBlock, agent: TestAgent): Promise<void>
  end(agent: TestAgent): Promise<void>
}
const readers: Record<string, Partial<Reader>> = {
  access: {},
  agents: { command: importCsv, end: lintFindsNoError },
  channels: { before: carrierSays },
  concepts: {},
  conventions: { command: setsVariables },
  emulator: {},
  privacy: {},
  people: { command: importCsv },
  scheduling: {},
  ...Object.fromEntries(['README', ...providerIds].map((id) => [`providers/${id}`, {}])),
}
for (const [name, { before, command, end }] of Object.entries(readers)) {
  test(`the requests of docs/${name}.md do what the guide says`, async () => {
    const agent = await createTestAgent(server)
    await runGuide(openGuide(name).blocks('sh', 'json'), {
      async call(request) {
        await before?.(request)
        const path = request.path.replace(/^A/, agent.path).replace(/^O/, `/orgs/${agent.orgId}`)
        return agent.client.call(request.method, path, request.body, request.headers)
      },
      handlers: {
        async sh(block) {
          assert.ok(command, block.text)
          await command(block, agent)
        },
      },
    })
    await end?.(agent)
  })
}

async function lintFindsNoError(agent: TestAgent): Promise<void> {
  const { data } = assertStatus(await agent.get('/lint'), 200)
  assert.deepEqual(
    data.filter(({ severity }: ReplyBody) => severity === 'error'),
    [],
  )
}

/** No worker runs here, so this records the provider's response. */
async function carrierSays({ method, body }: GuideRequest): Promise<void> {
  const status = method === 'PATCH' && 'inputs' in Object(body) ? 'ActionRequired' : 'Active'
  await server.database.pool.query("update channel_bindings set status = $1 where channel <> 'webchat'", [status])
}

/** The guide whose examples use the variables sets them. */
async function setsVariables({ text }: CodeBlock): Promise<void> {
  for (const name of ['PARLEY', 'GATEWAY', 'KEY']) assert.match(text, new RegExp(`\\b${name}=`))
}

const csvFiles: Record<string, string> = {
  'people.csv': 'First Name,mobile,Boat\nAda,+12025550199,yawl\n',
  'faq.csv': 'question,answer,alternates\nDo you rent kayaks?,"Yes, from May.",canoes|rafts\n',
}

async function importCsv(block: CodeBlock, agent: TestAgent): Promise<void> {
  const { method, path, headers, file = '' } = parseGuideRequest(block) ?? assert.fail(block.text)
  const csv = csvFiles[file] ?? assert.fail(block.text)
  const { created, failed } = assertStatus(await agent.raw(method, path.replace(/^A/, ''), csv, headers), 200)
  assert.deepEqual([created, failed], [1, 0])
}

test('the guide on channels has every channel with its providers, and describes each provider', () => {
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
  const documented = [...text.matchAll(/^### `(.+)`$/gm)].map(([, id]) => id)
  assert.deepEqual(documented.sort(), providerIds.toSorted())
})

test('the page of a provider has each field of its forms under the label of the form, a picture, and its errors', () => {
  const pages = readdirSync(new URL('providers/', folder)).filter((name) => name !== 'README.md')
  assert.deepEqual(pages.sort(), providerIds.map((id) => `${id}.md`).sort())
  for (const { id, channel, heading, fields } of providerForms) {
    const { section } = openGuide(`providers/${id}`)
    const rows = [...section(heading).matchAll(/^\| (.+?) \| `(\w+)` \| .+ \|$/gm)].map(([, label, key]) => [
      label,
      key,
    ])
    assert.deepEqual(
      rows,
      fields.map(({ label, key }) => [label, key]),
      `${id} of ${channel}`,
    )
    assert.ok(section(heading).includes(`](../pictures/providers/${channel}-${id}.png)`), `${id} of ${channel}`)
    assert.ok(section('When it does not work').split('\n').length > 5, id)
  }
})
