import type { Schema } from '@parley/sdk'
import { useMutation, useQueries, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useList } from '../../api/pages.ts'
import { useAgent } from '../../app/org.ts'
import type { Bubble } from '../../parts/handset/bubble.ts'
import { toldOf } from '../../parts/Trouble.tsx'
import { type Directive, type PastTurn, type Persona, pendingBubble } from './turns.ts'

const pollMs = 5_000
const mostTurns = 50
/** A turn is broken off after two minutes, and says so. */
const longestTurnMs = 125_000

export function usePersonas() {
  const agent = useAgent()
  return useList(agent.key('personas'), (page, signal) =>
    agent.api.get('/personas', { query: { limit: 100, ...page }, signal }),
  )
}

export function useMakePersona(after: (persona: Persona) => void) {
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

/** The turns of each persona that is on a phone; something may come by itself, so they are looked at again. */
export function useTurnsOf(personas: readonly Persona[]) {
  const agent = useAgent()
  return useQueries({
    queries: personas.map(({ id, userId }) => ({
      queryKey: agent.key('persona-turns', id, userId),
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        agent.api.get('/personas/{personaId}/turns', { path: { personaId: id }, query: { limit: mostTurns }, signal }),
      refetchInterval: pollMs,
    })),
  })
}

export type Turns = readonly PastTurn[]
export type Attempt = {
  id: number
  personaId: string
  /** Another after a reset: what was said before is nobody's then. */
  userId: string
  turn: Directive
  labels: readonly string[]
  shown: Bubble
  /** Known once it is answered, and so on the phone already. */
  turnId?: string
  error?: string
}

/** What is being said on each phone, one after the other, and what failed there. */
export function usePlaying() {
  const agent = useAgent()
  const queries = useQueryClient()
  const [attempts, setAttempts] = useState<readonly Attempt[]>([])
  const lines = useRef({ count: 0, last: new Map<string, Promise<void>>() })
  const note = (id: number, told: Partial<Attempt>) =>
    setAttempts((before) => before.map((one) => (one.id === id ? { ...one, ...told } : one)))
  const act = async ({ id, personaId, turn }: Attempt) => {
    try {
      const asked = { path: { personaId }, body: { turn }, timeoutMs: longestTurnMs }
      const { turnId } = await agent.api.post('/personas/{personaId}/turns', asked)
      note(id, { turnId })
      await queries.invalidateQueries({ queryKey: agent.key('persona-turns', personaId) })
      setAttempts((before) => before.filter((one) => one.id !== id))
    } catch (error) {
      note(id, { error: toldOf(error).text })
    }
  }
  const play = ({ id: personaId, userId }: Persona, turn: Directive, labels: readonly string[] = []) => {
    const { last } = lines.current
    const id = ++lines.current.count
    const shown = { ...pendingBubble(turn, labels), id: `pending ${id}` }
    const attempt = { id, personaId, userId, turn, labels, shown }
    // Whoever goes on has seen what failed.
    setAttempts((before) => [...before.filter((one) => one.personaId !== personaId || !one.error), attempt])
    last.set(
      personaId,
      (last.get(personaId) ?? Promise.resolve()).then(() => act(attempt)),
    )
  }
  return { attempts, play }
}
