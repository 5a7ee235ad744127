import { type AgentClient, Conflict, Forbidden } from '@parley/sdk'
import type { Io } from '../../io.ts'
import type { ChatChannel, Directive, PastTurn, Persona, Turn } from './turn.ts'

/** Whom one is while one talks: somebody of the sandbox, whom nothing leaves. */
export type Played = {
  persona: Persona
  play(turn: Directive, signal: AbortSignal): Promise<Turn>
  /** The last turns, oldest first. */
  past(most: number): Promise<PastTurn[]>
  reset(): Promise<void>
  /** False where the key may not. */
  forget(): Promise<boolean>
}

/** A turn takes at most two minutes, tools and all. */
const turnMilliseconds = 150_000
const againMilliseconds = 1_000

const name = 'Somebody at a terminal'

export const newPersona = (at: AgentClient, channel: ChatChannel): Promise<Persona> =>
  at.post('/personas', { body: { name, channel } })

export const savedPersona = (at: AgentClient, personaId: string): Promise<Persona> =>
  at.get('/personas/{personaId}', { path: { personaId } })

export function playing(at: AgentClient, persona: Persona, { now, sleep }: Pick<Io, 'now' | 'sleep'>): Played {
  const path = { personaId: persona.id }
  return {
    persona,
    async play(turn, signal) {
      const until = now() + turnMilliseconds
      // Played once, however often it is asked for: whoever asks again waits for the same answer.
      const idempotencyKey = crypto.randomUUID()
      const ask = () => at.post('/personas/{personaId}/turns', { path, body: { turn }, idempotencyKey, signal })
      for (;;) {
        const answered = await ask().catch((error: unknown) => {
          if (!(error instanceof Conflict) || now() > until) throw error
        })
        if (answered) return answered
        await sleep(againMilliseconds, signal)
      }
    },
    past: async (limit) => (await at.get('/personas/{personaId}/turns', { path, query: { limit } })).data,
    reset: async () => void (await at.post('/personas/{personaId}/_reset', { path })),
    forget: () =>
      at.delete('/personas/{personaId}', { path }).then(
        () => true,
        (error: unknown) => {
          if (error instanceof Forbidden) return false
          throw error
        },
      ),
  }
}
