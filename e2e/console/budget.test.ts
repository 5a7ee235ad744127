import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openConsole, startConsole } from './console.ts'

/** Load time of the console, and the resources that a page may load. */

const environment = await startConsole()

const maxScriptBytes = 300 * 1024
const maxStyleBytes = 60 * 1024

test('the first screen loads less than 300 KB of script, and nothing twice', async (t) => {
  const session = await openConsole(t, environment)
  if (!session) return
  const { page, visitOrg } = session
  const loadedFiles: { url: string; type: string; bytes: number }[] = []
  page.on('requestfinished', async (request) => {
    const type = request.resourceType()
    const { responseBodySize: bytes } = await request.sizes()
    loadedFiles.push({ url: request.url(), type, bytes })
  })
  await visitOrg('')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.waitForLoadState('networkidle')
  const sumBytes = (type: string) =>
    loadedFiles.filter((file) => file.type === type).reduce((sum, { bytes }) => sum + bytes, 0)
  t.diagnostic(`script ${sumBytes('script')}, style ${sumBytes('stylesheet')} bytes`)
  assert.ok(sumBytes('script') > 0 && sumBytes('script') < maxScriptBytes, `${sumBytes('script')} bytes of script`)
  assert.ok(sumBytes('stylesheet') < maxStyleBytes, `${sumBytes('stylesheet')} bytes of style`)
  const files = loadedFiles.filter(({ type }) => type === 'script' || type === 'stylesheet').map(({ url }) => url)
  assert.equal(new Set(files).size, files.length)
})

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
