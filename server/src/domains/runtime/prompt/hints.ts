import type { AgentPlaybook } from '@parley/definition'
import type { SearchHit } from '../../knowledge/index.ts'
import type { Meeting } from '../deps.ts'
import { saidOf, wordsOf } from '../heard.ts'
import type { Hints } from '../models/model.ts'
import { fullTime } from '../tools/clock.ts'
import type { Turn } from '../turn/turn.ts'

type About = {
  playbook: AgentPlaybook
  others: readonly AgentPlaybook[]
  found: readonly SearchHit[]
  meetings: readonly Meeting[]
}

/** The turn as data, for the embedded model. */
export function hintsOf({ scene, state, afterFlow }: Turn, { playbook, others, found, meetings }: About): Hints {
  const { definition, heard, partner, now, timezone } = scene
  const { identity } = definition
  const { firstName, fullName, email, phone } = partner
  const exact = new Set(definition.facts.filter((fact) => fact.exact).map(({ id }) => id))
  const shown = ({ id, name, whenToUse, isDefault, flow }: AgentPlaybook) => ({
    id,
    name,
    whenToUse,
    isDefault,
    active: id === playbook.id,
    hasFlow: flow !== undefined,
  })
  return {
    kind: 'turn',
    turn: {
      said: wordsOf(heard),
      ...(afterFlow && { afterFlow }),
      ...(heard.kind === 'picked' &&
        saidOf(heard) === undefined && {
          picked: { intent: heard.intent, optionIds: heard.optionIds, labels: heard.labels },
        }),
      business: definition.agent.name,
      partner: { firstName, fullName, email, phone, timezone },
      found: found.map((hit) => ({ ...hit, ...(hit.kind === 'fact' && exact.has(hit.id) && { exact: true }) })),
      playbooks: [playbook, ...others].map(shown),
      things: definition.things.map(({ id, name, collections = [] }) => ({ id, name, collections })),
      collections: definition.collections.map(({ id, name, purpose }) => ({ id, name, purpose })),
      contact: {
        email: identity.contactEmail,
        phone: identity.contactPhone,
        url: identity.websiteUrl,
        availability: identity.contactAvailability,
      },
      meetings: meetings.map(({ id, startUtc, timezone: zone }) => ({ id, startUtc, label: fullTime(startUtc, zone) })),
      history: state.history.slice(
        0,
        state.history.findLastIndex(({ role }) => role === 'person'),
      ),
      answers: state.history.filter(({ role }) => role === 'agent').length,
      now: now.toISOString(),
      timezone,
    },
  }
}
