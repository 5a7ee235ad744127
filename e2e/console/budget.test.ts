import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { testInCompleteRun } from '@parley/test-kit'
import type { Request } from 'playwright-core'
import { strings as german } from '../../console/src/i18n/de/home.ts'
import { strings as english } from '../../console/src/i18n/en/home.ts'
import { strings as spanish } from '../../console/src/i18n/es/home.ts'
import { strings as french } from '../../console/src/i18n/fr/home.ts'
import { openConsole, startConsole } from './console.ts'

/** Load time of the console, and the resources that a page may load. */

const environment = await startConsole()

const translations = { de: german, es: spanish, fr: french }

const maxScriptBytes = 300 * 1024
const maxStyleBytes = 60 * 1024

type LoadedFile = { name: string; bytes: number; text: string }

/** Opens Home in this language and returns what it loaded, when its last part has appeared. */
async function loadHome(
  t: TestContext,
  locale: 'en' | keyof typeof translations,
): Promise<Record<'script' | 'stylesheet', LoadedFile[]> | undefined> {
  const session = await openConsole(t, environment, { locale })
  if (!session) return undefined
  const { page, visitOrg } = session
  const requests: Request[] = []
  page.on('request', (request) => requests.push(request))
  await visitOrg('')
  const { start } = locale === 'en' ? english : translations[locale]
  await page.getByRole('list', { name: start.list }).waitFor()
  const load = async (request: Request): Promise<LoadedFile> => {
    const response = await request.response()
    const { responseBodySize: bytes } = await request.sizes()
    return { name: request.url(), bytes, text: (await response?.text()) ?? '' }
  }
  const loadAll = (type: string) => Promise.all(requests.filter((one) => one.resourceType() === type).map(load))
  return { script: await loadAll('script'), stylesheet: await loadAll('stylesheet') }
}

const sumBytes = (files: readonly LoadedFile[]): number => files.reduce((sum, { bytes }) => sum + bytes, 0)

async function assertFirstScreen(t: TestContext, locale: 'en' | keyof typeof translations): Promise<void> {
  const loaded = await loadHome(t, locale)
  if (!loaded) return
  const { script, stylesheet } = loaded
  t.diagnostic(`script ${sumBytes(script)}, style ${sumBytes(stylesheet)} bytes`)
  assert.ok(sumBytes(script) > 0 && sumBytes(script) < maxScriptBytes, `${sumBytes(script)} bytes of script`)
  assert.ok(sumBytes(stylesheet) < maxStyleBytes, `${sumBytes(stylesheet)} bytes of style`)
  const names = [...script, ...stylesheet].map(({ name }) => name)
  assert.equal(new Set(names).size, names.length)
  for (const [language, { frontDesk }] of Object.entries(translations)) {
    const isLoaded = script.some(({ text }) => text.includes(frontDesk.lead))
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
