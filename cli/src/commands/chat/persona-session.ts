import { type AgentClient, Conflict, Forbidden } from '@parley/sdk'
import type { Io } from '../../io.ts'
import type { ChatChannel, ChatPersona, PastPersonaTurn, PersonaTurn, PersonaTurnDirective } from './persona-types.ts'

/** Whom one is while one talks: somebody of the sandbox, whom nothing leaves. */
export type PersonaSession = {
  persona: ChatPersona
  play(turn: PersonaTurnDirective, signal: AbortSignal): Promise<PersonaTurn>
  /** The last turns, oldest first. */
  recentTurns(most: number): Promise<PastPersonaTurn[]>
  reset(): Promise<void>
  /** False where the key may not. */
  deletePersona(): Promise<boolean>
}

/** A turn takes at most two minutes, tools and all. */
const turnMilliseconds = 150_000
const retryMilliseconds = 1_000

const personaName = 'Somebody at a terminal'

export const createChatPersona = (client: AgentClient, channel: ChatChannel): Promise<ChatPersona> =>
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
      // Played once, however often it is asked for: whoever asks again waits for the same answer.
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
