/** Converts the turns of a persona to bubbles of both sides and notes between them. */
export function itemsOf({ historySeed = [] }, turns) {
  return [...historySeed.map(seeded), ...turns.flatMap(ofTurn)]
}

function seeded({ role, content }) {
  const native = role === 'user' ? { type: 'text' } : null
  return { kind: 'bubble', earlier: true, direction: role === 'user' ? 'in' : 'out', native, text: content, chips: [] }
}

function ofTurn(turn) {
  const { turnId, at, input, messages, effects, warnings } = turn
  const said = input ? [heardItem(input)] : []
  const bubbles = messages.flatMap(bubblesOf)
  const isSilent = input && bubbles.length === 0 && (input.type !== 'system' || warnings.length > 0)
  const silent = isSilent ? [{ kind: 'note', text: warnings[0] ?? 'No reply.' }] : []
  const captured = effects.map(({ summary }) => ({ kind: 'effect', text: summary }))
  const items = [...said, ...bubbles, ...silent, ...captured]
  return items.map((item, place) => ({ ...item, turnId, at, last: place === items.length - 1 - captured.length }))
}

const switches = {
  optOut: 'Opted out',
  optIn: 'Opted in again',
  subscribed: 'Subscribed',
  unsubscribed: 'Unsubscribed',
}

function heardItem({ type, text }) {
  if (type === 'system') return { kind: 'note', text: switches[text] ?? text }
  return sentItem(text)
}

/** A text or the URL of a picture, as the person sent it. */
export function sentItem(text) {
  const isPicture = /^https?:\/\/\S+\.(png|jpe?g|gif|webp)(\?\S*)?$/i.test(text)
  const native = isPicture ? { type: 'media', url: text, mediaType: 'image/*' } : { type: 'text' }
  return { kind: 'bubble', direction: 'in', native, text: isPicture ? '' : text, chips: [] }
}

function bubblesOf({ messageId, rendered }) {
  return rendered.map(({ native, text, chips }) => ({
    kind: 'bubble',
    direction: 'out',
    messageId,
    native,
    text,
    chips: chips.map(({ tap, ...chip }) => ({ ...chip, value: `amf|${messageId}|${tap}` })),
  }))
}

/** Converts an action on the phone to a turn of the API and to the bubble shown until the reply arrives. */
export function doneOn(event, labels = []) {
  const words = labels.join(', ')
  if (event.type === 'pick' && event.also) return { turn: words, shown: sentItem(words) }
  const tap = tapOf(event.type === 'pick' ? event.id : event.label)
  return { turn: tap ? { tap } : { chip: words }, shown: sentItem(words) }
}

function tapOf(postback) {
  const [, messageId, index] = /^amf\|(.+)\|(\d+)$/.exec(postback) ?? []
  return messageId === undefined ? undefined : { messageId, index: Number(index) }
}

/** Merges the newest turns into the known ones; undefined if they do not overlap, so all must be read again. */
export function merged(known, newest) {
  const places = new Map(known.map(({ turnId }, place) => [turnId, place]))
  const meets = newest.length > 0 && places.has(newest[0].turnId)
  if (!meets) return known.length === 0 && newest.length === 0 ? known : undefined
  return [...known.slice(0, places.get(newest[0].turnId)), ...newest]
}

/** Groups personas by person, newest first: one person may have a persona on each of several channels. */
export function groupsOf(personas) {
  const who = ({ name, fields, consent, historySeed }) => JSON.stringify([name, fields, consent, historySeed])
  return [...Map.groupBy(personas, who).values()]
}

/** The request body that creates the same person on another channel. */
export function likeness({ name, fields, consent, historySeed }, channel) {
  return { name, channel, fields, consent, historySeed }
}
