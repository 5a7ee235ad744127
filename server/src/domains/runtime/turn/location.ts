import { findEnabledLocation, findNamedLocations, listEnabledLocations } from '@parley/definition'
import type { TurnInput } from '../deps.ts'
import { getLiteralText } from '../person-input.ts'
import type { TurnContext } from './turn.ts'

/** The input for a conversation that is about this location: times are told in its zone. */
export function atLocation(input: TurnInput, locationId: string | undefined): TurnInput {
  const location = findEnabledLocation(input.definition.locations, locationId)
  if (!location) return input
  const timezone = location.timeZone ?? input.definition.scheduling.timezone ?? input.timezone
  return { ...input, locationId: location.id, timezone }
}

/** Remembers for the session which location the conversation is about. */
export function setTurnLocation(turn: TurnContext, locationId: string): void {
  turn.input = atLocation(turn.input, locationId)
  if (turn.input.locationId === locationId) turn.state = { ...turn.state, locationId }
}

/** Beginning of the ids of questions that ask for a location. */
export const locationIntentPrefix = 'location-'
export const whichLocationPrompt = 'Which of our locations suits you?'

/**
 * Notices which location the person means: the one they picked, or one that they call by its name. In a flow, only its
 * slots decide, because its times and texts are about the location that it asked for.
 */
export function noticeLocation(turn: TurnContext): void {
  const { definition, personInput } = turn.input
  const enabled = listEnabledLocations(definition.locations)
  if (enabled.length === 0) return
  if (personInput.kind === 'picked' && personInput.intentId.startsWith(locationIntentPrefix)) {
    const [id] = personInput.optionIds
    if (id !== undefined) setTurnLocation(turn, id)
    return
  }
  const text = turn.state.flow ? undefined : getLiteralText(personInput)
  const [named, ...others] = text === undefined ? [] : findNamedLocations(enabled, text, { byName: true })
  if (named && others.length === 0) setTurnLocation(turn, named.id)
}
