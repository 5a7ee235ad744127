import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '@parley/test-kit'
import { type GuardrailFacts, type GuardrailOrigin, guardrailOrigins, type SendDecision } from './facts.ts'
import { decideSend, findCapEnd } from './guardrails.ts'
import { anyFacts } from './testing/facts.ts'

const now = new Date('2030-01-31T12:00:00Z')
const at = (time: string) => new Date(`2030-01-31T${time}:00Z`)
const hours = (startHour: number, endHour: number) => ({ startHour, endHour, timeZone: 'UTC' })

/** Facts under which no guardrail blocks a send. */
const free: GuardrailFacts = { now, consent: 'granted', optedOut: false, class: 'marketing', settings: {} }

const go = 'go'
const warned = 'go, with frequency_capped'
const waits = (reason: string, until: string) => `waits for ${reason} until ${until}`
const toldOf = (decision: SendDecision): string => {
  if (decision.verdict === 'go') return decision.warning ? `go, with ${decision.warning}` : go
  if (decision.verdict === 'no') return decision.reason
  return waits(decision.reason, decision.until.toISOString().slice(11, 16))
}

type Row = [title: string, facts: Partial<GuardrailFacts>, ...cells: string[]]
const nights = { settings: { safeHours: hours(18, 8) } }
const touched = { lastTouchAt: new Date(now.getTime() - 47 * 3_600_000) }
const written = { lastInboundAt: at('11:45') }
const [toNight, toWindow] = [waits('outside_safe_hours', '18:00'), waits('outside_send_window', '15:00')]
const toSilence = waits('in-conversation', '12:15')

/** Guardrails by send origin. Columns: Named, Automated, Campaign, Follow-up, Reminder. */
// biome-ignore format: it is a table
const table: Row[] = [
  ['nothing hinders', {}, go, go, go, go, go],
  ['consent is unknown', { consent: 'unknown' }, go, 'no_consent', 'no_consent', go, go],
  ['consent is denied', { consent: 'denied' }, 'consent_denied', 'no_consent', 'no_consent', 'consent_denied', go],
  ['the call declines', { optIn: false }, 'consent_declined', go, go, go, go],
  ['the call claims', { optIn: true, consent: 'unknown' }, go, 'no_consent', 'no_consent', go, go],
  ['a STOP', { optedOut: true }, ...guardrailOrigins.map(() => 'opted_out')],
  ['safe hours are closed', nights, go, toNight, toNight, toNight, go],
  ['they are ignored', { ...nights, ignoreSafeHours: true }, go, go, toNight, toNight, go],
  ['they are not ignored', { ...nights, ignoreSafeHours: false }, go, toNight, toNight, toNight, toNight],
  ['its send window is closed', { sendWindow: hours(15, 16) }, go, toWindow, toWindow, go, go],
  ['the frequency cap', touched, warned, 'frequency_capped', 'frequency_capped', go, go],
  ['the cap, a service', { ...touched, class: 'service' }, go, go, go, go, go],
  ['a conversation in progress', written, go, toSilence, toSilence, go, go],
]

for (const [title, facts, ...cells] of table) {
  test(`for each origin, ${title}`, () => {
    const decisions = guardrailOrigins.map((origin) => toldOf(decideSend(origin, { ...free, ...facts })))
    assert.deepEqual(decisions, cells)
  })
}

const tells = (expected: string, facts: Partial<GuardrailFacts>, origin: GuardrailOrigin = 'automated') =>
  assert.equal(toldOf(decideSend(origin, { ...free, ...facts })), expected)

test('the frequency cap lasts 48 hours by default, and 0 disables it', () => {
  const touchedHoursAgo = (ago: number, minTouchIntervalHours?: number) => ({
    lastTouchAt: new Date(now.getTime() - ago * 3_600_000),
    settings: { minTouchIntervalHours },
  })
  tells('frequency_capped', touchedHoursAgo(47.9))
  tells(go, touchedHoursAgo(48))
  tells('frequency_capped', touchedHoursAgo(0.4, 0.5))
  tells(go, touchedHoursAgo(0.5, 0.5))
  tells(go, touchedHoursAgo(0, 0))
  const capped = { ...free, ...touchedHoursAgo(1, 3) }
  assert.deepEqual(findCapEnd(capped), at('14:00'))
})

test('a conversation is in progress until 30 minutes after the person’s last message', () => {
  tells(waits('in-conversation', '12:01'), { lastInboundAt: at('11:31') })
  tells(go, { lastInboundAt: at('11:30') })
})

test('a STOP takes precedence over consent, consent over the cap, and the cap over any wait', () => {
  const all = { ...nights, ...touched, ...written, consent: 'denied', optedOut: true } as const
  tells('opted_out', all)
  tells('no_consent', { ...all, optedOut: false })
  tells('frequency_capped', { ...all, optedOut: false, consent: 'granted' })
  tells('opted_out', { ...all, optIn: false }, 'named')
  tells('consent_declined', { optIn: false, consent: 'denied' }, 'named')
})

test('the longest of several waits is reported', () => {
  tells(toNight, { ...nights, ...written })
  tells(toSilence, {
    settings: { safeHours: { ...hours(17, 18), timeZone: 'Asia/Kolkata' } },
    lastInboundAt: at('11:45'),
    ignoreSafeHours: true,
  })
  tells(waits('outside_send_window', '20:00'), { ...nights, sendWindow: hours(20, 22) })
  tells(toNight, { ...nights, sendWindow: hours(12, 20) })
})

test('a send waits until safe hours and the send window are open together, however late that is', () => {
  const [safeHours, sendWindow] = [hours(9, 15), hours(14, 18)]
  tells(waits('outside_send_window', '14:00'), { settings: { safeHours }, sendWindow })
  tells(waits('outside_safe_hours', '14:00'), { now: at('16:00'), settings: { safeHours }, sendWindow })
})

test('if they are never open together, the check repeats a day later', () => {
  const apart = { ...free, settings: { safeHours: hours(9, 12) }, sendWindow: hours(13, 18) }
  const until = new Date(now.getTime() + 24 * 3_600_000)
  for (const origin of ['automated', 'campaign'] as const) {
    assert.deepEqual(decideSend(origin, apart), { verdict: 'wait', reason: 'outside_send_window', until })
  }
  assert.deepEqual(decideSend('named', apart), { verdict: 'go' })
})

const origin = fc.constantFrom(...guardrailOrigins)

test('a person who sent STOP never receives a send', () => {
  const never = (from: GuardrailOrigin, facts: GuardrailFacts) =>
    decideSend(from, { ...facts, optedOut: true }).verdict === 'no'
  fc.assert(fc.property(origin, anyFacts, never))
})

test('rules and campaigns send only to people who granted consent', () => {
  const never = (from: GuardrailOrigin, facts: GuardrailFacts) =>
    facts.consent === 'granted' || decideSend(from, facts).verdict === 'no'
  fc.assert(fc.property(fc.constantFrom<GuardrailOrigin>('automated', 'campaign'), anyFacts, never))
})

test('a wait ends in the future, and its reason no longer applies then', () => {
  const ends = (from: GuardrailOrigin, facts: GuardrailFacts) => {
    const decision = decideSend(from, facts)
    if (decision.verdict !== 'wait') return
    assert.ok(decision.until > facts.now)
    const then = decideSend(from, { ...facts, now: decision.until })
    if (then.verdict === 'wait') assert.ok(then.reason !== decision.reason || areApart(facts))
  }
  fc.assert(fc.property(origin, anyFacts, ends), { numRuns: 200 })
})

/** Whether the hours never overlap, so that there is no moment to wait for. */
function areApart({ now: from, settings: { safeHours }, sendWindow, ignoreSafeHours }: GuardrailFacts): boolean {
  const facts = { ...free, now: from, settings: { safeHours }, sendWindow, ignoreSafeHours }
  const quarters = Array.from({ length: 8 * 96 }, (_, n) => new Date(from.getTime() + n * 900_000))
  return quarters.every((moment) => decideSend('campaign', { ...facts, now: moment }).verdict === 'wait')
}

test('only the table decides: a guardrail that an origin is exempt from changes nothing for it', () => {
  const same = (facts: GuardrailFacts) => {
    const { lastTouchAt, lastInboundAt, sendWindow, optIn, ...rest } = facts
    assert.deepEqual(decideSend('followUp', facts), decideSend('followUp', rest))
    assert.deepEqual(decideSend('reminder', { ...facts, consent: 'denied' }), decideSend('reminder', rest))
  }
  fc.assert(fc.property(anyFacts, same))
})
