import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createDefinition } from '@parley/definition'
import { campaignBlockedBy } from './blocked-by.ts'

/** A deleted dependency fails a campaign; a disabled or closed one makes it wait. */

const now = new Date('2030-01-31T12:00:00.000Z')
const hours = (startHour: number, endHour: number) => ({ startHour, endHour, timeZone: 'UTC' })
const outreach = {
  id: 'spring',
  name: 'Spring',
  class: 'marketing',
  enabled: true,
  openerTemplateId: 'opener',
} as const
const definition = { ...createDefinition('Harbour'), outreaches: [{ ...outreach, playbookId: 'own' }] }
type Facts = Parameters<typeof campaignBlockedBy>[0]
const free: Facts = { now, definition, outreachId: 'spring', rates: [{ status: 'Active' }], realSends: true }
const off = { ...definition, outreaches: [{ ...outreach, playbookId: 'own', enabled: false }] }
const atNight = (startHour: number, endHour: number) => ({
  ...definition,
  sendingSettings: { ...definition.sendingSettings, safeHours: hours(startHour, endHour) },
})

/** A summary: `fails ...`, or the reason to wait, until when, and when it is rechecked. */
function describeBlock(facts: Partial<Facts>): string {
  const block = campaignBlockedBy({ ...free, ...facts })
  if (!block) return 'goes'
  if (block.kind === 'fails') return `fails: ${block.detail}`
  const { waiting, until } = block
  return [waiting.reason, waiting.until?.slice(11, 16), until.toISOString().slice(11, 16)].filter(Boolean).join(' ')
}

const table: [what: string, facts: Partial<Facts>, expected: string][] = [
  ['nothing hinders', {}, 'goes'],
  ['its Outreach is gone', { outreachId: 'autumn' }, 'fails: The Outreach (autumn) no longer exists'],
  ['its binding is gone', { rates: [] }, 'fails: The agent is no longer bound to rcs'],
  ['nothing may be sent at all', { realSends: false }, 'real_sends_off 12:00'],
  ['its Outreach is turned off', { definition: off }, 'outreach_disabled 12:00'],
  ['its binding is turned off', { rates: [{ status: 'Disabled' }] }, 'binding_disabled 12:00'],
  ['its binding is not set up yet', { rates: [{ status: 'Provisioning' }] }, 'binding_disabled 12:00'],
  ['one of its bindings is turned off', { rates: [{ status: 'Disabled' }, { status: 'Active' }] }, 'goes'],
  ['its window opens soon', { sendWindow: hours(13, 14), now: at('12:55') }, 'outside_send_window 13:00 13:00'],
  ['its window opens late', { sendWindow: hours(15, 16) }, 'outside_send_window 15:00 12:10'],
  ['its window is open', { sendWindow: hours(12, 13) }, 'goes'],
  ['its window is open to the last moment', { sendWindow: hours(12, 13), now: at('12:59:59.999') }, 'goes'],
  ['its window ends', { sendWindow: hours(12, 13), now: at('13:00') }, 'outside_send_window 12:00 13:10'],
  ['its window lies over midnight', { sendWindow: hours(22, 6), now: at('23:30') }, 'goes'],
  ['its window is all day', { sendWindow: hours(9, 9) }, 'goes'],
  ['it is night', { definition: atNight(18, 8) }, 'outside_safe_hours 18:00 12:10'],
  ['both are closed', { definition: atNight(14, 20), sendWindow: hours(16, 18) }, 'outside_send_window 16:00 12:10'],
  ['they are never open together', { definition: atNight(9, 12), sendWindow: hours(13, 18) }, 'outside_send_window 12:00 12:10'],
] // biome-ignore format: it is a table

function at(time: string): Date {
  return new Date(`2030-01-31T${time.length === 5 ? `${time}:00` : time}Z`)
}

for (const [what, facts, expected] of table) {
  test(`${what}: ${expected}`, () => assert.equal(describeBlock(facts), expected))
}

test('a missing item is reported before a disabled one, and a disabled one before closed hours', () => {
  const all: Partial<Facts> = { outreachId: 'autumn', rates: [], realSends: false, sendWindow: hours(15, 16) }
  assert.match(describeBlock(all), /^fails: The Outreach/)
  assert.match(describeBlock({ ...all, outreachId: 'spring' }), /^fails: The agent/)
  const rest = { ...all, outreachId: 'spring', rates: [{ status: 'Disabled' }], definition: off }
  assert.match(describeBlock(rest), /^real_sends_off/)
  assert.match(describeBlock({ ...rest, realSends: true }), /^outreach_disabled/)
  assert.match(describeBlock({ ...rest, realSends: true, definition }), /^binding_disabled/)
})
