import { type AcknowledgedCall, filterCallsByKind } from '../traffic/acknowledged-calls.ts'
import { countBy, type Invariant, readIds } from './invariant.ts'

type OptOutPeriod = { number: string; from: number; to: number }

/** Periods in which no dispatch may begin: from the response to a STOP until the person starts to send START. */
function listOptOutPeriods(calls: readonly AcknowledgedCall[]): OptOutPeriod[] {
  const periods: OptOutPeriod[] = []
  for (const call of calls) {
    if (call.kind === 'start') {
      for (const period of periods) if (period.number === call.number) period.to = Math.min(period.to, call.startedAt)
    }
    if (call.kind === 'stop') periods.push({ number: call.number, from: call.at, to: Number.POSITIVE_INFINITY })
  }
  return periods
}

export const conversationInvariants: Invariant[] = [
  {
    name: 'I1',
    statement: 'the agent receives everything that the gateway accepted from a person, under one id',
    check({ acknowledged, agentEvents }) {
      const ids = Map.groupBy(agentEvents, ({ text }) => text)
      return filterCallsByKind(acknowledged, 'inbound').flatMap(({ text }) => {
        const events = new Set(ids.get(text)?.map(({ eventId }) => eventId))
        if (events.size === 1) return []
        return [
          events.size === 0
            ? `a message was never delivered to the agent: ${omitRecipient(text)}`
            : `a message has ${events.size} ids: ${omitRecipient(text)}`,
        ]
      })
    },
  },
  {
    name: 'I1',
    statement: 'every message the gateway accepted arrives once, and so does the reply to each inbound message',
    check({ acknowledged, providerCalls }) {
      const deliveries = countBy(
        providerCalls.filter(({ delivered }) => delivered),
        ({ text }) => text,
      )
      const expected = [
        ...filterCallsByKind(acknowledged, 'message').map(({ text, messageId }) => [text, messageId] as const),
        ...filterCallsByKind(acknowledged, 'inbound').map(({ text }) => [`echo ${text}`, 'an echo'] as const),
      ]
      return expected.flatMap(([text, id]) => {
        const times = deliveries.get(text) ?? 0
        return times === 1 ? [] : [`${id} arrived ${times} times: ${omitRecipient(text)}`]
      })
    },
  },
  {
    name: 'I6',
    statement: 'no dispatch begins between the reply to a STOP and a START',
    check({ acknowledged, providerCalls }) {
      const periods = listOptOutPeriods(acknowledged)
      return providerCalls.flatMap(({ id, provider, to: number, startedAt }) => {
        const period = periods.find(
          (candidate) => candidate.number === number && startedAt > candidate.from && startedAt < candidate.to,
        )
        return period ? [`${provider} ${id} began ${startedAt - period.from} ms after the reply to a STOP`] : []
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
    name: 'I8',
    statement: 'a message that is not delivered in time moves to each further channel once',
    async check(evidence) {
      const repeated = await readIds(
        evidence,
        `select id from messages
          where channel = any(tried_channels)
             or cardinality(tried_channels) > (select count(distinct tried) from unnest(tried_channels) as tried)`,
      )
      const left = await readIds(
        evidence,
        `select m.id from delivery_deadlines d join messages m on m.agent_key = d.agent_key and m.id = d.message_id
          where d.due_at is not null and d.channel = any(m.tried_channels)`,
      )
      return [
        ...repeated.map((id) => `${id} went by one channel twice`),
        ...left.map((id) => `${id} still has the deadline of a channel that it has left`),
      ]
    },
  },
  {
    name: 'I15',
    statement: 'messages to one person arrive in order, and messages from a person are delivered in order',
    check: ({ providerCalls, agentEvents }) => [
      ...findOutOfOrder(providerCalls.filter(({ delivered }) => delivered).map(({ text }) => text)),
      ...findOutOfOrder([...new Set(agentEvents.flatMap(({ text }) => (text?.startsWith('inbound ') ? [text] : [])))]),
    ],
  },
]

const numberedText = /^(outbound|echo inbound|inbound) (\d+) (?:to|of) (.+)$/

/** The kind and number of a message, without its recipient. */
const omitRecipient = (text: string) => text.replace(numberedText, '$1 $2')

function findOutOfOrder(texts: readonly string[]): string[] {
  const last = new Map<string, number>()
  return texts.flatMap((text) => {
    const [, kind, position, number] = numberedText.exec(text) ?? []
    if (kind === undefined) return []
    const sequence = `${kind} ${number}`
    const previous = last.get(sequence) ?? -1
    last.set(sequence, Number(position))
    return Number(position) > previous ? [] : [`${kind} ${position} arrived after ${kind} ${previous}`]
  })
}
