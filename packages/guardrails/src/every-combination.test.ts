import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ChannelFacts, decideOutreach } from './channels.ts'
import { type GuardrailFacts, type GuardrailOrigin, guardrailOrigins } from './facts.ts'

/**
 * Who gets what, when, by which channel, or why not: every combination of origin, consent, class, cap, hours,
 * conversation, desk and channel. `expected` says in plain rules what the tables of the guardrails decide.
 */

const now = new Date('2030-01-31T12:00:00Z')
const night = { startHour: 18, endHour: 8, timeZone: 'UTC' }
const evening = { startHour: 20, endHour: 22, timeZone: 'UTC' }
const both = [false, true]

type Case = {
  origin: GuardrailOrigin
  consent: GuardrailFacts['consent']
  class: GuardrailFacts['class']
  isCapped: boolean
  areHoursClosed: boolean
  isWindowClosed: boolean
  hasWritten: boolean
  isHeld: boolean
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
        for (let bits = 0; bits < 32; bits++)
          for (const first of states)
            for (const second of states) {
              const is = (bit: number) => both[(bits >> bit) & 1] as boolean
              const flags = {
                isCapped: is(0),
                areHoursClosed: is(1),
                isWindowClosed: is(2),
                hasWritten: is(3),
                isHeld: is(4),
              }
              yield { origin, consent, class: kind, ...flags, first, second }
            }
}

/** The reason of the channel that is reported when none reaches the person. */
function channelReason({ first, second }: Case): string | undefined {
  if (first === 'open' || second === 'open') return undefined
  if (first === 'off' || second === 'off') return 'binding_disabled'
  return blocks[first === 'absent' ? second : first]
}

function personReason({ origin, consent }: Case): string | undefined {
  if (origin === 'automated' || origin === 'campaign') return consent === 'granted' ? undefined : 'no_consent'
  return origin !== 'reminder' && consent === 'denied' ? 'consent_denied' : undefined
}

function expected(one: Case): string {
  const { origin } = one
  const isRuled = origin === 'automated' || origin === 'campaign'
  const isCapped = one.isCapped && one.class === 'marketing'
  const byChannel = channelReason(one)
  if (byChannel === 'opted_out') return 'opted_out'
  const byPerson = personReason(one)
  if (byPerson) return byPerson
  if (isCapped && isRuled) return 'frequency_capped'
  if (byChannel) return byChannel
  const waits =
    (isRuled && (one.areHoursClosed || one.isWindowClosed || one.hasWritten)) ||
    (origin === 'followUp' && one.areHoursClosed) ||
    (origin !== 'named' && one.isHeld)
  if (waits) return 'waits'
  const channel = one.first === 'open' ? 'rcs' : 'sms'
  return isCapped && origin === 'named' ? `${channel}, warned` : channel
}

function decide(one: Case): string {
  const facts: Omit<GuardrailFacts, 'optedOut'> = {
    ...{ now, consent: one.consent, class: one.class, isHeldByMember: one.isHeld },
    settings: one.areHoursClosed ? { safeHours: night } : {},
    ...(one.isWindowClosed && { sendWindow: evening }),
    ...(one.isCapped && { lastTouchAt: new Date(now.getTime() - 3_600_000) }),
    ...(one.hasWritten && { lastInboundAt: new Date(now.getTime() - 60_000) }),
  }
  const decision = decideOutreach(one.origin, facts, [
    { channel: 'rcs', ...open, ...channelStates[one.first] },
    { channel: 'sms', ...open, ...channelStates[one.second] },
  ])
  if (decision.verdict === 'no') return decision.reason
  if (decision.verdict === 'wait') {
    assert.ok(decision.until > now)
    return 'waits'
  }
  return decision.warning ? `${decision.channel}, warned` : decision.channel
}

test('every combination is decided by the rules', () => {
  let count = 0
  for (const one of everyCase()) {
    count++
    const [actual, wanted] = [decide(one), expected(one)]
    if (actual !== wanted) assert.fail(`${JSON.stringify(one)}: ${actual}, expected ${wanted}`)
  }
  assert.equal(count, 5 * 3 * 2 * 32 * 49)
})
