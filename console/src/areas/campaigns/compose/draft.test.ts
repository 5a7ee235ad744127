import assert from 'node:assert/strict'
import { test } from 'node:test'
import { audienceForms, audienceOf, blankDraft, bodyOf, draftOf, fieldOf, idsIn, missingIn } from './draft.ts'

const full = {
  ...blankDraft,
  name: 'Spring',
  outreachId: 'spring',
  segmentId: 'seg_1',
  filter: { tag: ['fair', 'news'], q: [] },
  importBatchId: 'imp_1',
  personIds: ['per_1'],
  pasted: 'per_2, per_1\nper_3',
  personaIds: ['psn_1'],
}

test('an audience is sent in the one form that was chosen', () => {
  assert.deepEqual(
    audienceForms.map((form) => audienceOf({ ...full, form })),
    [
      { segmentId: 'seg_1' },
      { filter: { tag: ['fair', 'news'] } },
      { importBatchId: 'imp_1' },
      { personIds: ['per_1', 'per_2', 'per_3'] },
      { personaIds: ['psn_1'] },
    ],
  )
})

test('what is as usual is left out of a new one, and null in a change', () => {
  assert.deepEqual(Object.keys(bodyOf(full)), ['name', 'outreachId', 'audience'])
  const { includePreviouslyContacted, sendWindow } = bodyOf(full, true)
  assert.deepEqual([includePreviouslyContacted, sendWindow], [null, null])
  assert.equal(bodyOf({ ...full, previously: 'no' }).includePreviouslyContacted, false)
})

const shown = { id: 'cmp_1', name: 'Spring', outreachId: 'spring', status: 'draft', test: false, class: 'marketing' }
const campaign = (more: object) => ({ ...shown, audience: { filter: { tag: 'fair' } }, ...more }) as never

test('a campaign that is read and sent back is the same', () => {
  const window = { startHour: 9, endHour: 20, timeZone: 'UTC' }
  const draft = draftOf(campaign({ includePreviouslyContacted: true, sendWindow: window }))
  assert.deepEqual(bodyOf(draft, true), {
    name: 'Spring',
    outreachId: 'spring',
    audience: { filter: { tag: 'fair' } },
    includePreviouslyContacted: true,
    sendWindow: window,
  })
  assert.equal(draftOf(campaign({ includePreviouslyContacted: false })).previously, 'usual')
})

test('many people stay a list of ids', () => {
  const personIds = Array.from({ length: 60 }, (_, at) => `per_${at}`)
  const draft = draftOf(campaign({ audience: { personIds } }))
  assert.deepEqual([draft.form, draft.personIds.length, idsIn(draft.pasted).length], ['personIds', 0, 60])
  assert.deepEqual(audienceOf(draft), { personIds })
})

test('refusals stand at the fields of the form', () => {
  assert.equal(fieldOf('audience.segmentId'), 'segmentId')
  assert.equal(fieldOf('audience.filter.tag'), 'filter.tag')
  assert.equal(fieldOf('sendWindow.timeZone'), 'sendWindow.timeZone')
})

test('a name and an Outreach are asked for first', () => {
  assert.deepEqual(missingIn({ name: ' ', outreachId: null }), ['name', 'outreachId'])
  assert.deepEqual(missingIn(full), [])
})
