import { type Channel, profileOf } from '@parley/amf'
import type { AgentDefinition } from '@parley/definition'
import { cappedUntil, type Decision, decide, type Facts, type Origin, origins } from '@parley/guardrails'
import { factsOf, type Place, type Reached } from './facts.ts'
import { sentenceOf } from './sentences.ts'
import type { Reachability, Verdict } from './shown.ts'

type Outreach = AgentDefinition['outreaches'][number]

export type Asked = {
  reached: Reached
  /** Where a reminder would go. */
  usual?: Place & { writtenAt?: Date }
  outreach?: Outreach
  definition: Pick<AgentDefinition, 'sendingSettings' | 'scheduling'>
  /** Those whose bindings can send. */
  channels: readonly Channel[]
  /** By a rule. */
  wasSent: boolean
  now: Date
}

/** May we message this person now, and why? For each who may begin to speak, with what the answer rests on. */
export function reachabilityOf(asked: Asked): Reachability {
  const { reached, outreach, definition, now } = asked
  const { identity, consent, lastTouch, writtenAt } = reached
  const { safeHours, minTouchIntervalHours = 48 } = definition.sendingSettings
  const told = origins.map((origin): [Origin, Verdict] => [origin, verdictOf(origin, asked)])
  return {
    personId: reached.personId,
    outreachId: outreach?.id,
    at: now.toISOString(),
    identity: identity && {
      asid: identity.asid,
      channel: identity.channel,
      optedOut: identity.optedOut,
      capable: identity.capable && { ...identity.capable, checkedAt: identity.capable.checkedAt.toISOString() },
    },
    facts: {
      class: outreach?.class ?? 'service',
      consent: { ...consent, updatedAt: consent.updatedAt?.toISOString() },
      stops: stopsOf(asked),
      lastMarketingSend: lastTouch && { sendId: lastTouch.sendId, at: lastTouch.at.toISOString() },
      lastWroteAt: writtenAt?.toISOString(),
      safeHours,
      minTouchIntervalHours,
    },
    origins: Object.fromEntries(told) as Reachability['origins'],
  }
}

/** On where an Outreach goes and on where a reminder does; the two are often the same number. */
function stopsOf({ reached: { identity }, usual }: Asked): Reachability['facts']['stops'] {
  const stops = [identity, usual].flatMap((place) => place?.stops ?? [])
  const shown = stops.map(({ channel, at }) => ({ channel, at: at.toISOString() }))
  const different = new Map(shown.map((stop) => [`${stop.channel} ${stop.at}`, stop]))
  return different.size > 0 ? [...different.values()] : undefined
}

/** What is final is told first: what the person has said, then what the agent lacks, then what will pass. */
function verdictOf(origin: Origin, asked: Asked): Verdict {
  const { outreach, usual, reached } = asked
  if (origin !== 'reminder' && outreach?.enabled === false) return no('outreach_unavailable')
  const place = origin === 'reminder' ? usual : reached.identity
  if (!place) return no('no_channel_identity')
  const facts = factsFor(origin, place, asked)
  const decision = decide(origin, facts)
  if (decision.verdict === 'no') return shown(decision, facts)
  const lack = lackOf(origin, place, asked)
  return lack ? no(lack) : shown(decision, facts)
}

function factsFor(origin: Origin, identity: Place, { reached, outreach, definition, now }: Asked): Facts {
  const { sendingSettings: settings, scheduling } = definition
  const { ignoreSafeHours } = (origin === 'reminder' && scheduling.reminders) || {}
  const terms = { now, class: outreach?.class ?? 'service', settings, ignoreSafeHours }
  return factsOf({ ...reached, identity }, origin, terms)
}

const begins: readonly Origin[] = ['named', 'automated', 'campaign']
const capabilityMilliseconds = 7 * 86_400_000

function lackOf(origin: Origin, place: Place, asked: Asked): Verdict['reason'] {
  const { reached, definition, channels, wasSent, now } = asked
  // A named send would be accepted, and held back at the gateway.
  if (place.stopped) return 'opted_out'
  if (origin === 'reminder' && definition.scheduling.reminders?.enabled === false) return 'reminders_off'
  if (!channels.includes(place.channel)) return 'no_route'
  if (origin === 'reminder' && isWindowClosed(asked)) return 'window_closed'
  if (origin === 'automated' && wasSent) return 'already_sent'
  const { capable } = reached.identity ?? {}
  const isKnown = capable && now.getTime() - capable.checkedAt.getTime() < capabilityMilliseconds
  return isKnown && !capable.value && begins.includes(origin) ? 'not_rcs_capable' : undefined
}

function isWindowClosed({ usual, now }: Asked): boolean {
  const { windowHours } = usual ? profileOf(usual.channel) : {}
  if (windowHours === undefined) return false
  return now.getTime() - (usual?.writtenAt?.getTime() ?? 0) >= windowHours * 3_600_000
}

const no = (reason: NonNullable<Verdict['reason']>): Verdict => ({ allowed: 'no', reason, says: sentenceOf(reason) })

function shown(decision: Decision, facts: Facts): Verdict {
  if (decision.verdict === 'go') {
    const { warning } = decision
    return { allowed: 'now', warning, says: warning ? sentenceOf('warning', facts) : sentenceOf('go') }
  }
  const { verdict, reason } = decision
  const until = verdict === 'wait' ? decision.until : reason === 'frequency_capped' ? cappedUntil(facts) : undefined
  const says = sentenceOf(reason, { ...facts, until })
  return { allowed: verdict === 'wait' ? 'later' : 'no', reason, until: until?.toISOString(), says }
}
