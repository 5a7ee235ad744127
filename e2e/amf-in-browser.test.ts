import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { stripTypeScriptTypes } from 'node:module'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { channels, compile, render } from '@parley/amf'
import { openBrowser } from './browser.ts'

/** Serves the package as a browser gets it: types stripped, nothing bundled, with only its imports. */
const root = fileURLToPath(new URL('../', import.meta.url))
const imports = { '@parley/findings': '/packages/findings/src/index.ts', zod: '/node_modules/zod/index.js' }
const page = `<!doctype html><meta charset="utf-8"><script type="importmap">${JSON.stringify({ imports })}</script>`

const server = createServer((request, response) => {
  const path = new URL(request.url ?? '/', 'http://localhost').pathname
  const isSourceFile = /^\/(?:packages\/(?:amf|findings)\/src|node_modules\/zod)\/[\w./-]+\.[jt]s$/.test(path)
  response.setHeader('content-type', isSourceFile ? 'text/javascript' : 'text/html; charset=utf-8')
  const code = isSourceFile ? readFileSync(`${root}${path}`, 'utf8') : page
  response.end(path.endsWith('.ts') ? stripTypeScriptTypes(code) : code)
}).listen(0, '127.0.0.1')
after(() => server.close())

const guide = readFileSync(`${root}docs/aml.md`, 'utf8')
const examples = [...guide.matchAll(/^```aml\n([\s\S]*?)^```$/gm)].map(([, aml = '']) => aml)

test('a browser compiles and renders messages exactly as the server does', async (t) => {
  const browser = await openBrowser(t)
  if (!browser) return
  const page = await browser.newPage()
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
  const browserResults = await page.evaluate(
    async ([texts, names]) => {
      const amf = await import('/packages/amf/src/index.ts' as string)
      return texts.flatMap((aml: string) => {
        const { message } = amf.compile(aml)
        return names.map((channel: string) => amf.render(message, { channel, messageId: 'm1' }))
      })
    },
    [examples, channels] as const,
  )
  const nodeResults = examples.flatMap((aml) => {
    const { message } = compile(aml)
    return channels.map((channel) => render(message, { channel, messageId: 'm1' }))
  })
  assert.deepEqual(errors, [])
  assert.equal(browserResults.length, examples.length * channels.length)
  assert.deepEqual(browserResults, JSON.parse(JSON.stringify(nodeResults)))
})
