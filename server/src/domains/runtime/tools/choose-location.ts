import type { Part } from '@parley/amf'
import {
  type AgentDefinition,
  type AgentLocation,
  findEnabledLocation,
  listEnabledLocations,
  readLocationField,
  resolveLocation,
} from '@parley/definition'
import type { AgentTool, ToolOutcome, TurnInput } from '../deps.ts'
import { locationIntentPrefix, whichLocationPrompt } from '../turn/location.ts'
import { failedOutcome } from './outcome.ts'

/** Enough to tap; more are named in words. */
const maxShown = 10
/** What a model is told of locations that a text fits. */
const maxListed = 20

/** Only for agents with several locations: an agent without, or with one, has nothing to choose. */
export const chooseLocationTool: AgentTool = {
  name: 'location.choose',
  description:
    'Sets which location the conversation is about, by what the person called it. Without text, or when several fit, ' +
    'it shows the locations to choose from. Call it when it matters which one is meant, such as for times, directions or ' +
    'a telephone number, and when the person changes to another one.',
  parameters: {
    type: 'object',
    properties: {
      text: { type: 'string', maxLength: 500, description: 'How the person named it: a name, a city, a street.' },
    },
    additionalProperties: false,
  },
  hasSideEffects: false,
  run: async ({ text }, input) => runChooseLocation(typeof text === 'string' ? text : undefined, input),
}

function runChooseLocation(text: string | undefined, { definition, eventId }: TurnInput): ToolOutcome {
  const wanted = text?.trim() || undefined
  const resolution = resolveLocation(definition, { text: wanted })
  if (resolution.kind === 'none') return failedOutcome('The business has no locations to choose from.')
  if (resolution.kind === 'one' && (wanted === undefined || resolution.by === 'text')) {
    const { location } = resolution
    return { ok: true, result: { location: describeLocation(definition, location) }, locationId: location.id }
  }
  return askForLocation(resolution.kind === 'one' ? [resolution.location] : resolution.locations, { eventId })
}

function describeLocation(definition: AgentDefinition, location: AgentLocation) {
  const { id, name, address, phone } = location
  return { id, name, address, phone, hours: readLocationField(definition, location, 'hours') }
}

/** Shows the locations; too many to tap are asked for in words. */
function askForLocation(locations: readonly AgentLocation[], { eventId }: Pick<TurnInput, 'eventId'>): ToolOutcome {
  const listed = locations.slice(0, maxListed).map(({ id, name, address }) => ({ id, name, address }))
  const result = { asked: true, locations: listed, note: 'The person was asked which location they mean.' }
  return { ok: true, result, show: [createLocationQuestion(locations, eventId)], endsTurn: true }
}

function createLocationQuestion(locations: readonly AgentLocation[], eventId: string): Part {
  if (locations.length > maxShown) {
    const names = locations.slice(0, 3).map(({ name }) => name)
    return {
      type: 'text',
      text: `${whichLocationPrompt} Tell me a name, a city or a street, such as ${names.join(', ')}.`,
    }
  }
  return {
    type: 'ask.choice',
    intentId: `${locationIntentPrefix}${eventId}`,
    prompt: whichLocationPrompt,
    options: locations.map(({ id, name, address }) => ({
      id,
      label: name,
      ...(address !== undefined && { description: address }),
    })),
  }
}

/** Omitted unless there are several to choose from. */
export function createLocationField({ locations }: AgentDefinition) {
  const enabled = listEnabledLocations(locations)
  if (enabled.length < 2) return {}
  const named = enabled.slice(0, maxListed).map(({ id, name }) => `${id} (${name})`)
  const description = `Which location, if it is another one than the conversation is about. One of: ${named.join(', ')}.`
  return { locationId: { type: 'string', maxLength: 200, description } }
}

/** The location that a tool acts at, or the outcome that says what is missing. */
export type ToolLocation = { ok: true; locationId?: string } | { ok: false; outcome: ToolOutcome }

/**
 * The location given, else the one of the conversation, else the one that the person prefers, else that of their
 * appointment; asks the person when several are left.
 */
export async function resolveToolLocation(given: string | undefined, input: TurnInput): Promise<ToolLocation> {
  const { definition, locationId: session, partner, inFlow, actions } = input
  if (listEnabledLocations(definition.locations).length === 0) return { ok: true }
  const named = findEnabledLocation(definition.locations, given)
  if (named) return { ok: true, locationId: named.id }
  const hints = given === undefined ? { session, person: partner.preferredLocationId } : { text: given }
  const resolution = resolveLocation(definition, hints)
  if (resolution.kind === 'one') return { ok: true, locationId: resolution.location.id }
  const booked = given === undefined ? await findBookedLocation(definition, actions) : undefined
  if (booked) return { ok: true, locationId: booked.id }
  if (inFlow) return { ok: true }
  return { ok: false, outcome: askForLocation(resolution.kind === 'several' ? resolution.locations : [], input) }
}

/** The one location of all appointments to come. */
async function findBookedLocation(
  { locations }: AgentDefinition,
  actions: TurnInput['actions'],
): Promise<AgentLocation | undefined> {
  const ids = new Set((await actions.upcomingAppointments()).flatMap(({ locationId }) => locationId ?? []))
  const [id] = ids
  return ids.size === 1 ? findEnabledLocation(locations, id) : undefined
}
