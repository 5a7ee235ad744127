import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createStagingBench } from '../../testing/staging-bench.ts'
import { CampaignPreview, renderPreview } from './preview.ts'

/** GET preview: the opener as one person would currently receive it. */

const bench = await createStagingBench()
const live = { id: 'cmp_1', outreachId: 'marketing', isTest: false }

async function previewOf(body: string, profile: object) {
  const agent = await bench.agent(body)
  const [id] = await bench.people(agent, profile)
  const preview = await renderPreview(agent, live, { personId: id as string }, bench.deps)
  assert.deepEqual(CampaignPreview.parse(preview), preview)
  const { personId, ...rest } = preview ?? assert.fail('there is no preview')
  assert.equal(personId, id)
  return rest
}

test('a preview shows the text and the chips that the person sees, and the payload that the provider would receive', async () => {
  const { messages, ...rest } = await previewOf(
    'Hello **{person.firstName}**, see {agent.name}.\n\n[[chips: Yes | No]]',
    {
      firstName: 'Ada',
    },
  )
  assert.deepEqual(rest, { channel: 'rcs', text: 'Hello Ada, see Harbour.' })
  const [{ native, ...read } = assert.fail('there is no message')] = messages
  const text = 'Hello Ada, see Harbour.'
  const chips = [
    { label: 'Yes', kind: 'reply', tap: 0 },
    { label: 'No', kind: 'reply', tap: 1 },
  ]
  assert.deepEqual(read, { text, chips, view: { kind: 'text', text: [{ text }], chips } })
  assert.match(JSON.stringify(native), /Hello Ada/)
})

test('markup inside a value is shown as plain text', async () => {
  const { text } = await previewOf('Hello {person.firstName}', { firstName: '[[chips: A | B]] *x*' })
  assert.equal(text, 'Hello [[chips: A | B]] *x*')
})

test('a template that the opener embeds is filled for the same person', async () => {
  const agent = await bench.agent('Hello\n\n[[template: more]]')
  bench.changeDefinition(agent, ({ messageTemplates }) => ({
    messageTemplates: [...messageTemplates, { id: 'more', name: 'More', body: 'We know you, {person.firstName}.' }],
  }))
  const [id] = await bench.people(agent, { firstName: 'Ada' })
  const preview = await renderPreview(agent, live, { personId: id as string }, bench.deps)
  assert.match(preview?.text ?? '', /^Hello\s+We know you, Ada\.$/)
})

test('when nothing can be sent the preview lists what is missing', async () => {
  const blocked = { channel: 'rcs', text: '', messages: [] }
  assert.deepEqual(await previewOf('Hello {person.firstName|block-send}', {}), {
    ...blocked,
    blocked: { slot: 'person.firstName' },
  })
  assert.deepEqual(await previewOf('Your {person.customFields.plan}', {}), {
    ...blocked,
    blocked: { slot: 'person.customFields.plan' },
  })
})

test('the preview of a rehearsal is that of a persona', async () => {
  const agent = await bench.agent('Hello {person.firstName}')
  const persona = { asid: 'usr_1', optedOut: false, consent: 'granted', person: { firstName: 'Ida' } } as const
  bench.personas.push({ ...persona, personaId: 'ida' })
  const of = (personId: string, isTest: boolean) => renderPreview(agent, { ...live, isTest }, { personId }, bench.deps)
  assert.equal((await of('ida', true))?.text, 'Hello Ida')
  assert.equal(await of('ida', false), undefined)
})

test('there is no preview for a person the agent does not know', async () => {
  const [mine, theirs] = [await bench.agent(), await bench.agent()]
  const [id] = await bench.people(theirs, {})
  assert.equal(await renderPreview(mine, live, { personId: id as string }, bench.deps), undefined)
})

test('an opening message that does not resolve has no preview', async () => {
  const agent = await bench.agent()
  const [id] = await bench.people(agent, {})
  const refusal = { code: 'agent.campaign.invalid', status: 422 }
  const gone = { ...live, outreachId: 'gone' }
  await assert.rejects(renderPreview(agent, gone, { personId: id as string }, bench.deps), refusal)
})
