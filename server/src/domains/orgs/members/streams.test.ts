import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { createTestApp } from '../../../testing/app.ts'
import { assertStatus } from '../../../testing/client.ts'

/** Streams of events end with the access of whoever follows them. */

const deskStreamPace = { pollMilliseconds: 20, keepAliveMilliseconds: 60_000, maxMilliseconds: 600_000 }
const server = await createTestApp({ deskStreamPace })
await server.app.listen({ host: '127.0.0.1', port: 0 })
const { port } = server.app.server.address() as AddressInfo
const org = await server.org()
const agent: string = assertStatus(await org.api.post(`${org.path}/agents`, { name: 'Boats' }), 201).id

/** Follows the desk; `end` resolves when the server has ended the stream. */
async function follow(token: string | undefined): Promise<{ end: Promise<void> }> {
  const response = await fetch(`http://127.0.0.1:${port}/v1${org.path}/agents/${agent}/desk/events`, {
    headers: { authorization: `Bearer ${token}` },
  })
  assert.equal(response.status, 200)
  const reader = response.body?.getReader() ?? assert.fail('a stream has a body')
  assert.match(Buffer.from((await reader.read()).value ?? []).toString(), /^id: \d+/)
  const readToEnd = async () => {
    for (let done = false; !done; ) ({ done } = await reader.read())
  }
  return { end: readToEnd() }
}

const path = (userId: string) => `${org.path}/members/${userId}`
const endings: [what: string, end: (userId: string) => Promise<unknown>][] = [
  ['are removed', (userId) => org.api.del(path(userId))],
  ['are limited to other agents', (userId) => org.api.patch(path(userId), { agentIds: [] })],
  ['get another password', (userId) => org.api.patch(path(userId), { password: 'another long phrase' })],
]
for (const [what, end] of endings) {
  test(`the stream of a member ends when they ${what}`, async () => {
    const member = await server.member(org, 'frontDesk')
    const stream = await follow(member.token)
    await end(member.userId)
    await stream.end
    assert.notEqual((await member.get(`${org.path}/agents/${agent}/desk/counts`)).status, 200)
  })
}

test('the stream of a key ends when the key is revoked', async () => {
  const key = await server.key(org, ['messages:read'])
  const stream = await follow(key.key)
  assertStatus(await org.api.del(`${org.path}/api-keys/${key.id}`), 204)
  await stream.end
})
