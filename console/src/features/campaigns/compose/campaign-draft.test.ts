import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  audienceKinds,
  blankCampaignDraft,
  findMissingDraftFields,
  parseIds,
  toAudience,
  toCampaignBody,
  toCampaignDraft,
  toCampaignField,
} from './campaign-draft.ts'

const full = {
  ...blankCampaignDraft,
  name: 'Spring',
  outreachId: 'spring',
  segmentId: 'seg_1',
  filter: { tag: ['fair', 'news'], q: [] },
  importBatchId: 'imp_1',
  personIds: ['per_1'],
  pasted: 'per_2, per_1\nper_3',
  personaIds: ['psn_1'],
}

test('the form sends an audience in the one form that the user chose', () => {
  assert.deepEqual(
    audienceKinds.map((audienceKind) => toAudience({ ...full, audienceKind })),
    [
      { segmentId: 'seg_1' },
      { filter: { tag: ['fair', 'news'] } },
      { importBatchId: 'imp_1' },
      { personIds: ['per_1', 'per_2', 'per_3'] },
      { personaIds: ['psn_1'] },
    ],
  )
})

test('default values are omitted from a new campaign and null in a change', () => {
  assert.deepEqual(Object.keys(toCampaignBody(full)), ['name', 'outreachId', 'audience'])
  const { includePreviouslyContacted, sendWindow } = toCampaignBody(full, true)
  assert.deepEqual([includePreviouslyContacted, sendWindow], [null, null])
  assert.equal(toCampaignBody({ ...full, previously: 'no' }).includePreviouslyContacted, false)
})

const campaignBase = {
  id: 'cmp_1',
  name: 'Spring',
  outreachId: 'spring',
  status: 'draft',
  test: false,
  class: 'marketing',
}
const campaign = (more: object) => ({ ...campaignBase, audience: { filter: { tag: 'fair' } }, ...more }) as never

test('a campaign is unchanged after reading and sending it back', () => {
  const window = { startHour: 9, endHour: 20, timeZone: 'UTC' }
  const draft = toCampaignDraft(campaign({ includePreviouslyContacted: true, sendWindow: window }), 'UTC')
  assert.deepEqual(toCampaignBody(draft, true), {
    name: 'Spring',
    outreachId: 'spring',
    audience: { filter: { tag: 'fair' } },
    includePreviouslyContacted: true,
    sendWindow: window,
    variants: null,
    holdoutPercent: null,
    startAt: null,
  })
  assert.equal(toCampaignDraft(campaign({ includePreviouslyContacted: false }), 'UTC').previously, 'usual')
})

test('a start is entered and shown in the time zone of the place', () => {
  const draft = toCampaignDraft(campaign({ startAt: '2030-06-30T14:20:00.000Z' }), 'America/New_York')
  assert.equal(draft.startAt, '2030-06-30T10:20')
  assert.equal(toCampaignBody({ ...draft, startAt: '2030-12-01T08:00' }).startAt, '2030-12-01T13:00:00.000Z')
})

test('a large selection of people stays a list of ids', () => {
  const personIds = Array.from({ length: 60 }, (_, at) => `per_${at}`)
  const draft = toCampaignDraft(campaign({ audience: { personIds } }), 'UTC')
  assert.deepEqual([draft.audienceKind, draft.personIds.length, parseIds(draft.pasted).length], ['personIds', 0, 60])
  assert.deepEqual(toAudience(draft), { personIds })
})

test('refusals appear at the fields of the form', () => {
  assert.equal(toCampaignField('audience.segmentId'), 'segmentId')
  assert.equal(toCampaignField('audience.filter.tag'), 'filter.tag')
  assert.equal(toCampaignField('sendWindow.timeZone'), 'sendWindow.timeZone')
})

test('the form requires a name and an Outreach first', () => {
  assert.deepEqual(findMissingDraftFields({ name: ' ', outreachId: null }), ['name', 'outreachId'])
  assert.deepEqual(findMissingDraftFields(full), [])
})
