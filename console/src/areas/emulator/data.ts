import type { Schema } from '@parley/sdk'
import { useMutation, useQueries, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
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
export type Attempt = { turn: Directive; labels: readonly string[]; shown: Bubble; error?: string }

/** What is being said on each phone, and what failed there. */
export function usePlaying(played: (persona: Persona, turnId: string) => void) {
  const agent = useAgent()
  const queries = useQueryClient()
  const [attempts, setAttempts] = useState<Readonly<Record<string, Attempt>>>({})
  const put = (id: string, attempt: Attempt | undefined) =>
    setAttempts(({ [id]: _, ...others }) => (attempt ? { ...others, [id]: attempt } : others))
  const play = async (persona: Persona, turn: Directive, labels: readonly string[] = []) => {
    const { id } = persona
    if (attempts[id] && !attempts[id].error) return
    const attempt = { turn, labels, shown: pendingBubble(turn, labels) }
    put(id, attempt)
    try {
      const asked = { path: { personaId: id }, body: { turn }, timeoutMs: longestTurnMs }
      const { turnId } = await agent.api.post('/personas/{personaId}/turns', asked)
      await queries.invalidateQueries({ queryKey: agent.key('persona-turns', id) })
      put(id, undefined)
      played(persona, turnId)
    } catch (error) {
      put(id, { ...attempt, error: toldOf(error).text })
    }
  }
  return { attempts, play }
}
