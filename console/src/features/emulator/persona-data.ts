import type { Schema } from '@parley/sdk'
import { useMutation, useQueries, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useList } from '../../api/paged-list.ts'
import { useAgent } from '../../app/current-org.ts'
import type { HandsetBubble } from '../../components/handset/bubbles.ts'
import { describeError } from '../../components/PageStates.tsx'
import { createPendingBubble, type PastPersonaTurn, type Persona, type PersonaDirective } from './persona-turns.ts'

const pollMs = 5_000
const maxTurns = 50
/** The server aborts a turn after two minutes and reports it; this leaves a margin. */
const longestTurnMs = 125_000

export function usePersonas() {
  const agent = useAgent()
  return useList(agent.key('personas'), (page, signal) =>
    agent.api.get('/personas', { query: { limit: 100, ...page }, signal }),
  )
}

export function useCreatePersona(after: (persona: Persona) => void) {
  const agent = useAgent()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: Schema<'PersonaCreate'>) => agent.api.post('/personas', { body }),
    onSuccess: async (persona) => {
      await queries.invalidateQueries({ queryKey: agent.key('personas') })
      after(persona)
    },
  })
}

/** The turns of each visible persona, polled because the agent can also write on its own. */
export function usePersonaTurns(personas: readonly Persona[]) {
  const agent = useAgent()
  return useQueries({
    queries: personas.map(({ id, userId }) => ({
      queryKey: agent.key('persona-turns', id, userId),
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        agent.api.get('/personas/{personaId}/turns', { path: { personaId: id }, query: { limit: maxTurns }, signal }),
      refetchInterval: pollMs,
    })),
  })
}

export type PersonaTurnList = readonly PastPersonaTurn[]
export type TurnAttempt = {
  id: number
  personaId: string
  /** A reset changes it: earlier messages then belong to no persona. */
  userId: string
  turn: PersonaDirective
  labels: readonly string[]
  bubble: HandsetBubble
  /** Set once answered: the turn is then on the phone already. */
  turnId?: string
  error?: string
}

/** Messages being sent on each phone, one at a time, and those that failed. */
export function usePlayTurns() {
  const agent = useAgent()
  const queries = useQueryClient()
  const [attempts, setAttempts] = useState<readonly TurnAttempt[]>([])
  const lines = useRef({ count: 0, last: new Map<string, Promise<void>>() })
  const note = (id: number, change: Partial<TurnAttempt>) =>
    setAttempts((before) => before.map((one) => (one.id === id ? { ...one, ...change } : one)))
  const act = async ({ id, personaId, turn }: TurnAttempt) => {
    try {
      const body = { turn, ...(agent.draft && { draftId: agent.draft.id }) }
      const request = { path: { personaId }, body, timeoutMs: longestTurnMs }
      const { turnId } = await agent.api.post('/personas/{personaId}/turns', request)
      note(id, { turnId })
      await queries.invalidateQueries({ queryKey: agent.key('persona-turns', personaId) })
      setAttempts((before) => before.filter((one) => one.id !== id))
    } catch (error) {
      note(id, { error: describeError(error).text })
    }
  }
  const play = ({ id: personaId, userId }: Persona, turn: PersonaDirective, labels: readonly string[] = []) => {
    const { last } = lines.current
    const id = ++lines.current.count
    const bubble = { ...createPendingBubble(turn, labels), id: `pending ${id}` }
    const attempt = { id, personaId, userId, turn, labels, bubble }
    // Sending again clears the previous error.
    setAttempts((before) => [...before.filter((one) => one.personaId !== personaId || !one.error), attempt])
    last.set(
      personaId,
      (last.get(personaId) ?? Promise.resolve()).then(() => act(attempt)),
    )
  }
  return { attempts, play }
}
