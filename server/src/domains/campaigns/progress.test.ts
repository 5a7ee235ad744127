import assert from 'node:assert/strict'
import { test } from 'node:test'
import { maxStreamsPerAgent } from '../../platform/progress-stream.ts'
import { createCampaignsBench } from '../../testing/campaigns-bench.ts'
import { assertProblem } from '../../testing/client.ts'

const bench = await createCampaignsBench()
const { api, campaign, commandAndWork } = await bench.agent()

const eventsIn = (text: string) =>
  [...text.matchAll(/^event: progress\ndata: (.*)\n\n/gm)].map(([, data]) => JSON.parse(data as string))

test('a progress stream sends the current state immediately, then each change, and ends with the campaign', async () => {
  const personIds = Array.from({ length: 201 }, (_, n) => `per_${n}`)
  const { id } = await campaign({ personIds })
  const watching = api.get(`/campaigns/${id}/progress`)
  await commandAndWork(id, 'cancel')
  const reply = await watching
  assert.match(String(reply.headers['content-type']), /^text\/event-stream/)
  const events = eventsIn(reply.text)
  assert.equal(events.at(-1).status, 'cancelled')
  for (const event of events) assert.deepEqual([event.id, event.audience], [id, { personIdCount: 201 }])
  assert.deepEqual(eventsIn((await api.get(`/campaigns/${id}/progress`)).text), [events.at(-1)])
})

test('an agent allows at most 20 progress streams; the next one is refused and the others continue', async () => {
  const { id } = await campaign({ personIds: ['per_1'] })
  const watching = Array.from({ length: maxStreamsPerAgent + 1 }, () => api.get(`/campaigns/${id}/progress`))
  // No other watcher ends before the campaign does.
  const refused = await Promise.race(watching)
  assertProblem(refused, 429, 'request.rate_limited')
  assert.equal(refused.headers['retry-after'], '10')
  await commandAndWork(id, 'cancel')
  const replies = await Promise.all(watching)
  assert.equal(replies.filter(({ status }) => status === 200).length, maxStreamsPerAgent)
})
