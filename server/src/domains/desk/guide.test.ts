import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deskBench } from '../../testing/desk-bench.ts'
import { firstCellsOf, openGuide, runGuide } from '../../testing/guide.ts'
import { DeskListParameters } from './conversations/schemas.ts'
import { deskMoves, deskStates } from './conversations/transitions.ts'
import { DeskSettings } from './settings/settings.ts'

/** Checks docs/desk.md: makes its requests, and compares its tables with the code. */

const guide = openGuide('desk')

test('the requests of docs/desk.md do what the guide says', async () => {
  const bench = await deskBench()
  const agent = await bench.desk()
  const ada = await agent.worker()
  const person = await bench.talk(agent, 'I want to talk to a human')
  await runGuide(guide.blocks('sh', 'json'), {
    call({ method, path, body }) {
      if (path === 'O/members') return agent.api.client.call(method, `/orgs/${agent.api.orgId}/members`)
      const own = path.replace(/^A/, '')
      if (method === 'PUT') return agent.api.put(own, body as object)
      return method === 'GET' ? ada.get(own) : ada.post(own, body as object)
    },
  })
  await bench.work()
  const { state, notes } = await ada.conversation(person.userId())
  assert.deepEqual([state, notes.length], ['agent', 1])
  assert.ok((await person.readNewTexts()).includes('Hello, this is Robin. How can I help?'))
})

test('docs/desk.md names every setting, state, filter and move', () => {
  const sorted = (names: readonly string[]) => [...names].sort()
  assert.deepEqual(sorted(firstCellsOf(guide.section('Settings'))), sorted(Object.keys(DeskSettings.shape)))
  assert.deepEqual(firstCellsOf(guide.section('States')), [...deskStates])
  const conversations = guide.section('Conversations')
  for (const filter of Object.keys(DeskListParameters.shape).filter(
    (name) => !['limit', 'pageToken', 'as'].includes(name),
  ))
    assert.match(conversations, new RegExp(`\\b${filter}\\b`))
  for (const move of deskMoves) assert.match(guide.section('Events'), new RegExp(`\`${move}\``))
})
