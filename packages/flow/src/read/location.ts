import { type AgentLocation, type FlowSlot, findNamedLocations } from '@parley/definition'
import type { FlowChoice } from '../engine.ts'
import { listSlotLocations } from '../slots/locations.ts'
import { type ChoiceReply, findPickedChoice, getOnlyOne, readChoice } from './choice/choice.ts'
import { normalizeReply } from './words/reply-wording.ts'

type LocationContext = { locations?: readonly AgentLocation[]; offered?: FlowChoice[] }

/** Reads which location a reply means: one that was tapped, named, or chosen by its position in the list. */
export function readLocation(
  slot: Pick<FlowSlot, 'options'>,
  reply: ChoiceReply,
  { locations, offered = [] }: LocationContext,
): { value: string; label: string } | undefined {
  const candidates = listSlotLocations(slot, locations)
  const find = (id: string | undefined) => candidates.find((location) => location.id === id)
  const picked = findPickedChoice(
    reply.picked,
    candidates.map(({ id, name }) => ({ id, label: name })),
  )
  const location = find(picked?.id) ?? findTyped(candidates, reply.text) ?? find(readChoice(reply, offered)?.id)
  return location && { value: location.id, label: location.name }
}

/** `Harbor?` is a question about that location. */
function findTyped(candidates: readonly AgentLocation[], text: string): AgentLocation | undefined {
  if (normalizeReply(text).endsWith('?')) return undefined
  return getOnlyOne(findNamedLocations(candidates, text))
}
