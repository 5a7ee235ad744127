import type { AgentDefinition } from '@parley/definition'
import type { z } from 'zod'
import type { ProblemCode } from '../../../platform/http/problem.ts'
import { agentRoute, type Route } from '../../../platform/http/route.ts'
import type { World } from '../../../platform/world.ts'
import type { Definitions, Locked } from '../definition/definitions.ts'
import type { Speech } from '../definition/speech.ts'

/** Most routes of an agent show a part of its definition, or change one. Both are declared here, once. */

export const reading = { role: 'viewer', scope: 'agents:read' } as const
export const writing = { role: 'editor', scope: 'agents:write' } as const
export const importing = { role: 'editor', scope: 'templates:apply' } as const

/** Codes that any write of a definition can answer. */
export const changeProblems = ['agent.integrity_conflict'] as const satisfies ProblemCode[]

type Show<A extends z.ZodType> = (definition: AgentDefinition) => z.input<A>

type Part<A extends z.ZodType> = { path: string; tag: string; summary: string; answer: A; show: Show<A> }

export function readPart<A extends z.ZodType>(definitions: Definitions, { show, ...part }: Part<A>): Route {
  return agentRoute({
    ...reading,
    ...part,
    method: 'GET',
    handle: async ({ tx, agent }) => show(await definitions.read(tx, agent)),
  })
}

type WrittenPart<B extends z.ZodType, A extends z.ZodType> = Part<A> & {
  method: 'PUT' | 'PATCH' | 'POST'
  body: B
  bodyName?: string
  bodyLimit?: number
  speech?: Speech
  problems?: readonly ProblemCode[]
  edit: (definition: AgentDefinition, body: z.output<B>, world: World) => AgentDefinition
}

export function writePart<B extends z.ZodType, A extends z.ZodType>(
  definitions: Definitions,
  { show, edit, speech = 'section', problems = [], ...part }: WrittenPart<B, A>,
): Route {
  return agentRoute({
    ...writing,
    ...part,
    problems: [...changeProblems, ...problems],
    find: ({ tx, agent }) => definitions.lock(tx, agent),
    handle: async ({ tx, agent, found, body, world }) =>
      show(
        await definitions.write(tx, agent, {
          locked: found as Locked,
          edit: (definition) => edit(definition, body, world),
          world,
          speech,
        }),
      ),
  })
}
