import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertStatus, type ReplyBody } from '../../../testing/client.ts'
import { createRuntimeBench, toolCallAnswer } from '../../../testing/runtime-bench.ts'

/** The email address of the identity is tappable, like the phone number and the website. */

const bench = await createRuntimeBench()
const playbooks = [{ id: 'general', name: 'General', body: 'Help.', uses: [], isDefault: true }]

test('a person who asks for a human can tap the email address: the chip opens a page that leads to it', async () => {
  const agent = await bench.agent({ identity: { contactEmail: 'desk+boats@example.com' }, playbooks }, 'rcs')
  const person = agent.createPerson('rcs')
  bench.play(toolCallAnswer('human.contact'), 'Here is how you reach us.')
  await person.sendText('A human, please')
  const { messages } = await person.turn()
  const [chip] = messages.flatMap(({ message }: ReplyBody) => message.chips ?? [])
  assert.deepEqual([chip.label, chip.kind], ['Email us', 'url'])
  const { pathname } = new URL(chip.url)
  const open = await agent.call('GET', pathname)
  assert.equal(open.status, 200)
  assert.equal(open.headers.refresh, '0; url=mailto:desk%2Bboats@example.com')
  assert.match(open.text, /href="mailto:desk%2Bboats@example.com"/)
  assert.match(String(open.headers['content-security-policy']), /default-src 'none'/)
  assertStatus(await agent.api.put('/identity', {}), 200)
  assert.equal((await agent.call('GET', pathname)).status, 404)
  assert.equal((await agent.call('GET', '/mail/nobody/nowhere')).status, 404)
})
