import type { EmulatedChannel } from '@parley/amf/channels'
import { type AgentClient, Conflict, Forbidden, type Schema } from '@parley/sdk'
import type { Io } from '../../io.ts'

type ChatPersona = Pick<Schema<'Persona'>, 'id' | 'channel'>
export type PersonaTurn = Schema<'PersonaTurn'>
export type PastPersonaTurn = Schema<'PastPersonaTurn'>
export type TurnInspection = Schema<'TurnInspection'>
export type ChatMessage = Pick<Schema<'PersonaMessage'>, 'messageId' | 'rendered'>
export type RenderedPart = ChatMessage['rendered'][number]

/** A directive of a persona, or a tap on one offer. */
export type PersonaTurnDirective = Schema<'PersonaTurnBody'>['turn']

/** The sandbox persona that the user plays; nothing it sends or receives leaves the sandbox. */
export type PersonaSession = {
  persona: ChatPersona
  play(turn: PersonaTurnDirective, signal: AbortSignal): Promise<PersonaTurn>
  /** The most recent turns, oldest first. */
  recentTurns(most: number): Promise<PastPersonaTurn[]>
  reset(): Promise<void>
  /** Returns false if the key lacks permission. */
  deletePersona(): Promise<boolean>
}

/** A turn takes at most two minutes, including tools; this leaves a margin. */
const turnMilliseconds = 150_000
const retryMilliseconds = 1_000

const personaName = 'Someone at a terminal'

export const createChatPersona = (client: AgentClient, channel: EmulatedChannel): Promise<ChatPersona> =>
  client.post('/personas', { body: { name: personaName, channel } })

export const readPersona = (client: AgentClient, personaId: string): Promise<ChatPersona> =>
  client.get('/personas/{personaId}', { path: { personaId } })

export function createPersonaSession(
  client: AgentClient,
  persona: ChatPersona,
  { now, sleep }: Pick<Io, 'now' | 'sleep'>,
): PersonaSession {
  const path = { personaId: persona.id }
  return {
    persona,
    async play(turn, signal) {
      const until = now() + turnMilliseconds
      // The turn is played once even if the request is retried: a retry waits for the same answer.
      const idempotencyKey = crypto.randomUUID()
      const ask = () => client.post('/personas/{personaId}/turns', { path, body: { turn }, idempotencyKey, signal })
      for (;;) {
        const answered = await ask().catch((error: unknown) => {
          if (!(error instanceof Conflict) || now() > until) throw error
        })
        if (answered) return answered
        await sleep(retryMilliseconds, signal)
      }
    },
    recentTurns: async (limit) => (await client.get('/personas/{personaId}/turns', { path, query: { limit } })).data,
    reset: async () => void (await client.post('/personas/{personaId}/_reset', { path })),
    deletePersona: () =>
      client.delete('/personas/{personaId}', { path }).then(
        () => true,
        (error: unknown) => {
          if (error instanceof Forbidden) return false
          throw error
        },
      ),
  }
}
