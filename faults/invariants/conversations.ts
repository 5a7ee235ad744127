import { type AcknowledgedCall, callsOfKind } from '../traffic/acknowledged-calls.ts'
import { countBy, type Invariant } from './invariant.ts'

type Hush = { number: string; from: number; to: number }

/** Periods in which no dispatch may begin: from the response to a STOP until the person starts to send START. */
function hushes(deeds: readonly AcknowledgedCall[]): Hush[] {
  const all: Hush[] = []
  for (const deed of deeds) {
    if (deed.kind === 'start') {
      for (const hush of all) if (hush.number === deed.number) hush.to = Math.min(hush.to, deed.begunAt)
    }
    if (deed.kind === 'stop') all.push({ number: deed.number, from: deed.at, to: Number.POSITIVE_INFINITY })
  }
  return all
}

export const conversationInvariants: Invariant[] = [
  {
    name: 'I1',
    statement: 'the agent receives everything that the gateway accepted from a person, under one id',
    check({ acknowledged, agentEvents }) {
      const ids = Map.groupBy(agentEvents, ({ text }) => text)
      return callsOfKind(acknowledged, 'word').flatMap(({ text }) => {
        const events = new Set(ids.get(text)?.map(({ eventId }) => eventId))
        if (events.size === 1) return []
        return [
          events.size === 0
            ? `a message was never delivered to the agent: ${order(text)}`
            : `a message has ${events.size} ids: ${order(text)}`,
        ]
      })
    },
  },
  {
    name: 'I1',
    statement: 'every message the gateway accepted arrives once, and so does the reply to each inbound message',
    check({ acknowledged, providerCalls }) {
      const effects = countBy(
        providerCalls.filter(({ effect }) => effect),
        ({ text }) => text,
      )
      const wanted = [
        ...callsOfKind(acknowledged, 'message').map(({ text, messageId }) => [text, messageId] as const),
        ...callsOfKind(acknowledged, 'word').map(({ text }) => [`echo ${text}`, 'an echo'] as const),
      ]
      return wanted.flatMap(([text, id]) => {
        const times = effects.get(text) ?? 0
        return times === 1 ? [] : [`${id} arrived ${times} times: ${order(text)}`]
      })
    },
  },
  {
    name: 'I6',
    statement: 'no dispatch begins between the reply to a STOP and a START',
    check({ acknowledged, providerCalls }) {
      const all = hushes(acknowledged)
      return providerCalls.flatMap(({ id, provider, to: number, begunAt }) => {
        const hush = all.find((one) => one.number === number && begunAt > one.from && begunAt < one.to)
        return hush ? [`${provider} ${id} began ${begunAt - hush.from} ms after the reply to a STOP`] : []
      })
    },
  },
  {
    name: 'I8',
    statement: 'each status of a message is published once',
    check({ agentEvents }) {
      const states = agentEvents.filter(({ state }) => state !== undefined)
      const ids = Map.groupBy(states, ({ messageId, state }) => `${messageId} ${state}`)
      return [...ids]
        .filter(([, events]) => new Set(events.map(({ eventId }) => eventId)).size > 1)
        .map(([state, events]) => `${state} was published ${events.length} times`)
    },
  },
  {
    name: 'I15',
    statement: 'messages to one person arrive in order, and messages from a person are delivered in order',
    check: ({ providerCalls, agentEvents }) => [
      ...outOfOrder(providerCalls.filter(({ effect }) => effect).map(({ text }) => text)),
      ...outOfOrder([...new Set(agentEvents.flatMap(({ text }) => (text?.startsWith('word ') ? [text] : [])))]),
    ],
  },
]

const numbered = /^(line|echo word|word) (\d+) (?:to|of) (.+)$/

/** The kind and number of a message, without its recipient. */
const order = (text: string) => text.replace(numbered, '$1 $2')

function outOfOrder(texts: readonly string[]): string[] {
  const last = new Map<string, number>()
  return texts.flatMap((text) => {
    const [, kind, nth, number] = numbered.exec(text) ?? []
    if (kind === undefined) return []
    const line = `${kind} ${number}`
    const before = last.get(line) ?? -1
    last.set(line, Number(nth))
    return Number(nth) > before ? [] : [`${kind} ${nth} arrived after ${kind} ${before}`]
  })
}
