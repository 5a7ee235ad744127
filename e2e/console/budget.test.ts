import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { testInCompleteRun } from '@parley/test-kit'
import type { Request } from 'playwright-core'
import { openConsole, startConsole } from './console.ts'

/** Load time of the console, and the resources that a page may load. */

const environment = await startConsole()

/** For each language, the name of the last part that appears on Home, and a sentence of the front desk's Home. */
const texts = {
  en: { steps: 'First steps', lead: 'Conversations, people and appointments of your agents.' },
  de: { steps: 'Erste Schritte', lead: 'Gespräche, Personen und Termine Ihrer Agenten.' },
  es: { steps: 'Primeros pasos', lead: 'Conversaciones, personas y citas de tus agentes.' },
  fr: { steps: 'Premiers pas', lead: 'Conversations, personnes et rendez-vous de vos agents.' },
}
type Language = keyof typeof texts

const maxScriptBytes = 300 * 1024
const maxStyleBytes = 60 * 1024

type LoadedFile = { name: string; bytes: number; text: string }

/** Opens Home in this language and returns what it loaded, when its last part has appeared. */
async function loadHome(
  t: TestContext,
  locale: Language,
): Promise<Record<'script' | 'stylesheet', LoadedFile[]> | undefined> {
  const session = await openConsole(t, environment, { locale })
  if (!session) return undefined
  const { page, visitOrg } = session
  const requests: Request[] = []
  page.on('request', (request) => requests.push(request))
  await visitOrg('')
  await page.getByRole('list', { name: texts[locale].steps }).waitFor()
  const load = async (request: Request): Promise<LoadedFile> => {
    const response = await request.response()
    const { responseBodySize: bytes } = await request.sizes()
    return { name: request.url(), bytes, text: (await response?.text()) ?? '' }
  }
  const loadAll = (type: string) => Promise.all(requests.filter((one) => one.resourceType() === type).map(load))
  return { script: await loadAll('script'), stylesheet: await loadAll('stylesheet') }
}

const sumBytes = (files: readonly LoadedFile[]): number => files.reduce((sum, { bytes }) => sum + bytes, 0)

async function assertFirstScreen(t: TestContext, locale: Language): Promise<void> {
  const loaded = await loadHome(t, locale)
  if (!loaded) return
  const { script, stylesheet } = loaded
  t.diagnostic(`script ${sumBytes(script)}, style ${sumBytes(stylesheet)} bytes`)
  assert.ok(sumBytes(script) > 0 && sumBytes(script) < maxScriptBytes, `${sumBytes(script)} bytes of script`)
  assert.ok(sumBytes(stylesheet) < maxStyleBytes, `${sumBytes(stylesheet)} bytes of style`)
  const names = [...script, ...stylesheet].map(({ name }) => name)
  assert.equal(new Set(names).size, names.length)
  // English is part of the pages themselves.
  for (const language of ['de', 'es', 'fr'] as const) {
    const isLoaded = script.some(({ text }) => text.includes(texts[language].lead))
    assert.equal(isLoaded, language === locale, `${language} for a user of ${locale}`)
  }
}

test('the first screen loads less than 300 KB of script, nothing twice, and no other language', async (t) => {
  await assertFirstScreen(t, 'en')
})

for (const language of ['de', 'es', 'fr'] as const) {
  testInCompleteRun(`the first screen in ${language} loads as little, and no language but this one`, async (t) => {
    await assertFirstScreen(t, language)
  })
}

test('the page allows only its own scripts and cannot be framed', async () => {
  for (const path of ['/', '/sign-in', '/orgs/demo/agents/front-desk/people']) {
    const { statusCode, headers, body } = await environment.server.app.inject(path)
    assert.equal(statusCode, 200)
    const policy = String(headers['content-security-policy'])
    assert.match(policy, /default-src 'none'; script-src 'self';/)
    assert.match(policy, /frame-ancestors 'none'/)
    assert.doesNotMatch(policy, /script-src[^;]*(unsafe|\*|http)/)
    assert.doesNotMatch(body, /<script(?![^>]*\bsrc=)|\bon\w+=/)
    assert.equal(headers['cache-control'], 'no-cache')
  }
  const { body: page } = await environment.server.app.inject('/')
  const script = /src="(\/assets\/[^"]+\.js)"/.exec(page)?.[1] ?? ''
  const response = await environment.server.app.inject({ url: script, headers: { 'accept-encoding': 'br' } })
  assert.equal(response.headers['content-encoding'], 'br')
  assert.match(String(response.headers['cache-control']), /immutable/)
  assert.equal((await environment.server.app.inject('/assets/../index.html')).statusCode, 404)
  assert.equal((await environment.server.app.inject('/assets/nothing.js')).statusCode, 404)
})
