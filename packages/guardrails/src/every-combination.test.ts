import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ChannelFacts } from './channels.ts'
import { type GuardrailFacts, type GuardrailOrigin, guardrailOrigins } from './facts.ts'
import { decideOutreach, type OutreachFacts } from './outreach.ts'

/**
 * Who gets what, when, by which channel, or why not: every combination of origin, consent, class, cap, time,
 * conversation, desk, switch, delay, inputs and channel. `expected` says in plain rules what the tables decide.
 */

const now = new Date('2030-01-31T12:00:00Z')
const night = { startHour: 18, endHour: 8, timeZone: 'UTC' }
const evening = { startHour: 20, endHour: 22, timeZone: 'UTC' }
const later = new Date('2030-01-31T13:00:00Z')

const flags = ['isCapped', 'areHoursClosed', 'isWindowClosed', 'hasWritten', 'isHeld', 'isOff', 'isPlanned', 'lacksInputs'] as const // biome-ignore format: one line

type Case = { [Flag in (typeof flags)[number]]: boolean } & {
  origin: GuardrailOrigin
  consent: GuardrailFacts['consent']
  class: GuardrailFacts['class']
  first: keyof typeof channelStates
  second: keyof typeof channelStates
}

const open: Omit<ChannelFacts, 'channel'> = {
  ...{ hasIdentity: true, stopped: false, binding: 'active', needsTemplate: false, hasTemplate: false },
}
const channelStates = {
  open: {},
  absent: { hasIdentity: false },
  stopped: { stopped: true },
  off: { binding: 'off' },
  unbound: { binding: 'none' },
  incapable: { isIncapable: true },
  closed: { needsTemplate: true },
} as const satisfies Record<string, Partial<ChannelFacts>>
const blocks: Record<keyof typeof channelStates, string | undefined> = {
  open: undefined,
  absent: 'no_channel_identity',
  stopped: 'opted_out',
  off: 'binding_disabled',
  unbound: 'no_route',
  incapable: 'not_rcs_capable',
  closed: 'no_template',
}
const states = Object.keys(channelStates) as (keyof typeof channelStates)[]

function* everyCase(): Generator<Case> {
  for (const origin of guardrailOrigins)
    for (const consent of ['granted', 'denied', 'unknown'] as const)
      for (const kind of ['marketing', 'service'] as const)
        for (let bits = 0; bits < 2 ** flags.length; bits++)
          for (const first of states)
            for (const second of states) {
              const set = Object.fromEntries(flags.map((flag, bit) => [flag, ((bits >> bit) & 1) === 1]))
              yield { origin, consent, class: kind, first, second, ...set } as Case
            }
}

/** The channel that is used or reported, and why it does not reach the person. */
function chosen({ first, second }: Case): { channel?: string; reason?: string } {
  if (first === 'open') return { channel: 'rcs' }
  if (second === 'open') return { channel: 'sms' }
  if (first === 'off') return { channel: 'rcs', reason: 'binding_disabled' }
  if (second === 'off') return { channel: 'sms', reason: 'binding_disabled' }
  if (first !== 'absent') return { channel: 'rcs', reason: blocks[first] }
  return second === 'absent' ? { reason: blocks.absent } : { channel: 'sms', reason: blocks[second] }
}

function personReason({ origin, consent }: Case): string | undefined {
  if (origin === 'automated' || origin === 'campaign') return consent === 'granted' ? undefined : 'no_consent'
  return origin !== 'reminder' && consent === 'denied' ? 'consent_denied' : undefined
}

/** What waits for a switch, a binding or the end of a delay. */
function holdOf({ origin, isOff, isPlanned }: Case, reason: string | undefined): string | undefined {
  if (isOff) return origin === 'named' ? 'outreach_disabled' : 'held outreach_disabled'
  if (reason === 'binding_disabled') return 'held binding_disabled'
  return isPlanned ? 'waits until 13:00' : undefined
}

const exempt = 'no obstacle'
const unreached: Record<GuardrailOrigin, { unbound: string; incapable: string }> = {
  named: { unbound: 'fails', incapable: 'fails' },
  automated: { unbound: 'fails', incapable: 'excluded' },
  campaign: { unbound: 'excluded', incapable: 'fails' },
  followUp: { unbound: 'fails', incapable: exempt },
  reminder: { unbound: 'fails', incapable: exempt },
}

function expected(one: Case): string {
  const { origin } = one
  const isRuled = origin === 'automated' || origin === 'campaign'
  const isCapped = one.isCapped && one.class === 'marketing'
  const { channel, reason } = chosen(one)
  if (reason === 'opted_out') return 'opted_out'
  const hold = holdOf(one, reason)
  const byPerson = personReason(one)
  if (byPerson && (!hold || byPerson !== 'no_consent' || one.consent === 'denied' || !one.isPlanned)) return byPerson
  if (isCapped && !byPerson && (origin === 'campaign' || (origin === 'automated' && !hold))) return 'frequency_capped'
  if (hold) return hold
  if (reason === 'no_channel_identity' || reason === 'no_template') return reason
  const { unbound, incapable } = unreached[origin]
  const way = reason === 'no_route' ? unbound : reason === 'not_rcs_capable' ? incapable : exempt
  if (way === 'excluded') return reason as string
  if (one.lacksInputs) return 'missing_inputs'
  const waits =
    (isRuled && (one.areHoursClosed || one.isWindowClosed || one.hasWritten)) ||
    (origin === 'followUp' && one.areHoursClosed) ||
    (origin !== 'named' && one.isHeld)
  if (waits) return 'waits'
  if (way === 'fails') return `${channel}, fails with ${reason}${isCapped && origin === 'named' ? ', warned' : ''}`
  return isCapped && origin === 'named' ? `${channel}, warned` : (channel as string)
}

function decide(one: Case): string {
  const facts: OutreachFacts = {
    ...{ now, consent: one.consent, class: one.class, isHeldByMember: one.isHeld, lacksInputs: one.lacksInputs },
    settings: one.areHoursClosed ? { safeHours: night } : {},
    ...(one.isWindowClosed && { sendWindow: evening }),
    ...(one.isCapped && { lastTouchAt: new Date(now.getTime() - 3_600_000) }),
    ...(one.hasWritten && { lastInboundAt: new Date(now.getTime() - 60_000) }),
    ...(one.isOff && { switchedOff: 'outreach_disabled' }),
    ...(one.isPlanned && { plannedAt: later }),
  }
  const decision = decideOutreach(one.origin, facts, [
    { channel: 'rcs', ...open, ...channelStates[one.first] },
    { channel: 'sms', ...open, ...channelStates[one.second] },
  ])
  if (decision.verdict === 'no') return decision.reason
  if (decision.verdict === 'held') return `held ${decision.reason}`
  if (decision.verdict === 'wait') {
    assert.ok(decision.until > now)
    return decision.reason ? 'waits' : `waits until ${decision.until.toISOString().slice(11, 16)}`
  }
  const { channel, warning, failsWith } = decision
  return `${channel}${failsWith ? `, fails with ${failsWith}` : ''}${warning ? ', warned' : ''}`
}

test('every combination is decided by the rules', () => {
  let count = 0
  for (const one of everyCase()) {
    count++
    const [actual, wanted] = [decide(one), expected(one)]
    if (actual !== wanted) assert.fail(`${JSON.stringify(one)}: ${actual}, expected ${wanted}`)
  }
  assert.equal(count, 5 * 3 * 2 * 256 * 49)
})

const free = { now, consent: 'granted', class: 'service', settings: {} } as const
const rcs: ChannelFacts = { channel: 'rcs', ...open }

test('a message that is no longer needed is never sent, whatever else holds', () => {
  for (const origin of guardrailOrigins)
    for (const obsolete of ['already_sent', 'answered'] as const) {
      const facts: OutreachFacts = { ...free, obsolete, consent: 'denied', switchedOff: 'outreach_disabled' }
      assert.deepEqual(decideOutreach(origin, facts, [{ ...rcs, stopped: true }]), { verdict: 'no', reason: obsolete })
    }
})

test('a message that would have to wait past its time is not sent, for the reason of the wait', () => {
  const reminder = { ...free, settings: { safeHours: night }, ignoreSafeHours: false }
  const at = (time: string) => new Date(`2030-01-31T${time}:00Z`)
  assert.deepEqual(decideOutreach('reminder', { ...reminder, expiresAt: at('19:00') }, [rcs]), {
    verdict: 'wait',
    reason: 'outside_safe_hours',
    until: at('18:00'),
  })
  for (const end of ['18:00', '13:00']) {
    const decision = decideOutreach('reminder', { ...reminder, expiresAt: at(end) }, [rcs])
    assert.deepEqual(decision, { verdict: 'no', reason: 'outside_safe_hours' })
  }
  const over = decideOutreach('reminder', { ...free, switchedOff: 'reminders_off', expiresAt: now }, [rcs])
  assert.deepEqual(over, { verdict: 'no', reason: 'expired' })
})

test('the only channel is tried although the number was found incapable, and a STOP beside it is foreseen', () => {
  const incapable = { ...rcs, isIncapable: true }
  const failsWith = 'not_rcs_capable'
  assert.deepEqual(decideOutreach('automated', free, [incapable]), { verdict: 'go', channel: 'rcs', failsWith })
  assert.deepEqual(decideOutreach('automated', free, [incapable, { ...incapable, channel: 'sms' }]), {
    ...{ verdict: 'no', reason: 'not_rcs_capable', channel: 'rcs' },
  })
  assert.deepEqual(decideOutreach('followUp', free, [incapable]), { verdict: 'go', channel: 'rcs' })
  const beside = { ...rcs, isSiblingStopped: true }
  assert.deepEqual(decideOutreach('named', free, [beside]), { verdict: 'go', channel: 'rcs', failsWith: 'opted_out' })
})

test('a capped message says when the cap ends, and a campaign is not held beyond it', () => {
  const capped: OutreachFacts = { ...free, class: 'marketing', lastTouchAt: new Date(now.getTime() - 3_600_000) }
  const until = new Date(now.getTime() + 47 * 3_600_000)
  const excluded = { verdict: 'no', reason: 'frequency_capped', until }
  assert.deepEqual(decideOutreach('automated', capped, [rcs]), excluded)
  const off = { ...capped, switchedOff: 'outreach_disabled' } as const
  assert.deepEqual(decideOutreach('campaign', off, [rcs]), excluded)
  assert.deepEqual(decideOutreach('automated', off, [rcs]), { verdict: 'held', reason: 'outreach_disabled' })
})
