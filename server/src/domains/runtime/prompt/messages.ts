import type { AgentPlaybook } from '@parley/definition'
import type { SearchHit } from '../../knowledge/index.ts'
import type { AppointmentSummary, HistoryLine } from '../deps.ts'
import type { ModelHints, ModelMessage } from '../models/model.ts'
import { describePersonInput, getLiteralText } from '../person-input.ts'
import { formatFullTime } from '../tools/zoned-time.ts'
import type { TurnContext } from '../turn/turn.ts'

const maxLines = 30
/** Only the platform begins a line like this. */
const noteOpening = '(Note of the platform:'

/**
 * Converts history to model messages. Some models do not accept a conversation that ends with their own line, so a note
 * asks them to continue.
 */
export function toModelMessages(history: readonly HistoryLine[]): ModelMessage[] {
  const lines = history.slice(-maxLines)
  const resume: HistoryLine[] =
    lines.at(-1)?.role === 'agent' ? [{ role: 'note', text: 'Go on from here.', at: '' }] : []
  return [...lines, ...resume].map(({ role, text }) => {
    if (role === 'agent') return { role: 'assistant', text }
    return {
      role: 'user',
      text: role === 'note' ? formatPlatformNote(text) : text.replaceAll(noteOpening, '(They write:'),
    }
  })
}

/** A note that the person did not write and cannot forge. */
export const formatPlatformNote = (text: string): string => `${noteOpening} ${text})`

type HintContext = {
  playbook: AgentPlaybook
  others: readonly AgentPlaybook[]
  found: readonly SearchHit[]
  meetings: readonly AppointmentSummary[]
}

export function buildTurnHints(
  { input, state, afterFlow }: TurnContext,
  { playbook, others, found, meetings }: HintContext,
): ModelHints {
  const { definition, personInput, partner, now, timezone } = input
  const { identity } = definition
  const { firstName, fullName, email, phone } = partner
  const exact = new Set(definition.facts.filter((fact) => fact.exact).map(({ id }) => id))
  const describePlaybook = ({ id, name, whenToUse, isDefault, flow }: AgentPlaybook) => ({
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
      personText: describePersonInput(personInput),
      ...(afterFlow && { afterFlow }),
      ...(personInput.kind === 'picked' &&
        getLiteralText(personInput) === undefined && {
          picked: { intent: personInput.intent, optionIds: personInput.optionIds, labels: personInput.labels },
        }),
      business: definition.agent.name,
      partner: { firstName, fullName, email, phone, timezone },
      found: found.map((hit) => ({ ...hit, ...(hit.kind === 'fact' && exact.has(hit.id) && { exact: true }) })),
      playbooks: [playbook, ...others].map(describePlaybook),
      things: definition.things.map(({ id, name, collections = [] }) => ({ id, name, collections })),
      collections: definition.collections.map(({ id, name, purpose }) => ({ id, name, purpose })),
      contact: {
        email: identity.contactEmail,
        phone: identity.contactPhone,
        url: identity.websiteUrl,
        availability: identity.contactAvailability,
      },
      meetings: meetings.map(({ id, startUtc, timezone: zone }) => ({
        id,
        startUtc,
        label: formatFullTime(startUtc, zone),
      })),
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
