import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { assertProblem, assertStatus } from '../../server/src/testing/client.ts'
import { createGatewayBench, gif, png } from '../../server/src/testing/gateway-bench.ts'
import { buildFileForm } from './tenant.ts'

/** Files whose content does not match their type, or that expand far beyond their size. */

const bench = await createGatewayBench()
const { api } = await bench.agent()

const bomb = gzipSync(Buffer.alloc(48 * 1024 * 1024))
const site = createServer((request, response) => {
  const type = request.url?.endsWith('.png') ? 'image/png' : 'text/plain'
  response.writeHead(200, { 'content-type': type, 'content-encoding': 'gzip' }).end(bomb)
}).listen(0, '127.0.0.1')
await once(site, 'listening')
after(() => site.close())
const address = `http://127.0.0.1:${(site.address() as AddressInfo).port}`

test('a response that decompresses to more than its limit is aborted', async () => {
  const { id } = assertStatus(
    await api.post('/knowledge/sources', { kind: 'url', name: 'Bomb', url: `${address}/prices` }),
    201,
  )
  await bench.work()
  assert.equal(assertStatus(await api.get(`/knowledge/sources/${id}`), 200).status, 'failed')
  assertProblem(await api.post('/media', { url: `${address}/boat.png` }), 422, 'request.invalid', 'url')
})

test('a compressed request body is not decompressed', async () => {
  const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' }
  const gzippedBody = gzipSync(JSON.stringify({ fullName: 'Packed' }))
  assertProblem(await api.raw('POST', '/people', gzippedBody, headers), 400, 'request.malformed')
  const csv = await api.raw('POST', '/people/import', gzipSync('fullName\nPacked\n'), {
    ...headers,
    'content-type': 'text/csv',
  })
  assert.ok(csv.status >= 400 && csv.status < 500, `${csv.status}`)
  assert.deepEqual(assertStatus(await api.get('/people'), 200).data, [])
})

const script = '<script>alert(1)</script>'
const files: [what: string, bytes: Buffer, type: string][] = [
  ['a picture that continues as a page', gif(10, 10, `/*${script}*/`), 'image/gif'],
  ['a picture that says it is enormous', png(30_000, 30_000), 'image/png'],
]
for (const [description, bytes, type] of files) {
  test(`every browser treats ${description} as a picture and runs nothing in it`, async () => {
    const { url } = assertStatus(await api.raw('POST', '/media', ...buildFileForm('boat.html', bytes)), 201)
    const { headers } = await bench.app.inject(new URL(url).pathname)
    assert.equal(headers['content-type'], type)
    assert.equal(headers['x-content-type-options'], 'nosniff')
    assert.match(String(headers['content-security-policy']), /default-src 'none'.*sandbox|sandbox.*default-src 'none'/)
  })
}

const refusedFiles: [what: string, bytes: Buffer][] = [
  ['a drawing with a script', Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg">${script}</svg>`)],
  ['a page', Buffer.from(`<!doctype html>${script}`)],
  ['an archive', Buffer.from('PK\x03\x04\x14\0\0\0', 'latin1')],
  ['a program', Buffer.from('\x7fELF\x02\x01\x01', 'latin1')],
  ['nothing', Buffer.alloc(0)],
]
for (const [description, bytes] of refusedFiles) {
  test(`${description} is not stored, whatever its name`, async () => {
    assertProblem(await api.raw('POST', '/media', ...buildFileForm('boat.png', bytes)), 422, 'request.invalid', 'file')
  })
}

test('an uploaded file name with ../ cannot leave its folder', async () => {
  const { name, url } = assertStatus(
    await api.raw('POST', '/media', ...buildFileForm('../../etc/passwd.png', png(1, 1))),
    201,
  )
  assert.ok(!name.includes('/') && !new URL(url).pathname.includes('..'), name)
})
