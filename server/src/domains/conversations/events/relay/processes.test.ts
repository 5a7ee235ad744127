import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  createBoundAgent,
  createGatewayFixture,
  createGatewaySettings,
  waitUntilTrue,
} from '../../../../testing/gateway-process.ts'
import { callParley } from '../../../../testing/process.ts'
import { openSmsSink } from '../../../../testing/sms-sink.ts'
import { openWebhookEndpoint } from '../../../../testing/webhook-endpoint.ts'
import { answerWithTexts, openListener, personTextIn } from './testing/listener.ts'

/** The listener is connected to one process while another runs the worker: they share only the database. */

test('a listener at the gateway answers events of a worker in another process, and after it leaves the webhook does', async () => {
  const ground = await createGatewayFixture()
  const door = await ground.start({ ROLES: 'api,gateway' })
  const { PORT = '' } = await createGatewaySettings()
  await ground.start({ ROLES: 'worker', PORT })
  const [sink, endpoint] = [await openSmsSink(), await openWebhookEndpoint()]
  const agent = await createBoundAgent(door, sink, endpoint)
  const api = { origin: door.origin, token: door.credentials().apiKey }
  const { data: [made] = [] } = (await callParley(api, 'GET', '/orgs/demo/agents')).body
  const { body } = await callParley(api, 'POST', `/orgs/demo/agents/${made?.id}/gateway/_rotateAccessToken`)

  const listener = await openListener({ url: door.gateway, token: String(body.accessToken) }, (call) => {
    const words = personTextIn(call)
    return words === undefined ? { status: 204 } : answerWithTexts(`You said ${words}`)
  })
  const [from, another] = ['+4915112345678', '+4915112345679']
  const say = async (text: string, by = from) =>
    assert.equal(await agent.sendCallback({ type: 'message', id: text, from: by, text }), 200)
  for (const text of ['Hello', 'Again']) {
    await say(text)
    await waitUntilTrue('it is answered', () => sink.textsTo(from).includes(`You said ${text}`))
  }
  assert.deepEqual(endpoint.eventIdsOfText('Hello'), [])

  await listener.disconnect()
  await waitUntilTrue('nobody listens', async () => (await ground.query('select from relays')).length === 0)
  // Another person: an event of the first one may have been in progress, and is retried seconds later.
  await say('And now?', another)
  await waitUntilTrue('the webhook hears it', () => endpoint.eventIdsOfText('And now?').length === 1)
})
