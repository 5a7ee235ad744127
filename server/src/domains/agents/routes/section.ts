import type { AgentDefinition } from '@parley/definition'
import { z } from 'zod'
import type { FrontDeskScope } from '../../../platform/http/access.ts'
import { type ProblemCode, problem } from '../../../platform/http/problem.ts'
import { agentRoute, type Route } from '../../../platform/http/route.ts'
import type { World } from '../../../platform/world.ts'
import type { Definitions, LockedDefinition } from '../definition/definitions.ts'
import type { PathStyle } from '../definition/refusals.ts'

/** Shared declarations: most routes of an agent read or change one section of its definition. */

export const readAccess = { role: 'viewer', scope: 'agents:read' } as const
export const writeAccess = { role: 'editor', scope: 'agents:write' } as const
export const importAccess = { role: 'editor', scope: 'templates:apply' } as const

export const writeProblems = ['agent.integrity_conflict'] as const satisfies ProblemCode[]

type SerializeSection<A extends z.ZodType> = (definition: AgentDefinition) => z.input<A>

type SectionRoute<A extends z.ZodType> = {
  /** Whether the front desk reads the section. */
  frontDesk?: FrontDeskScope
  path: string
  tag: string
  summary: string
  response: A
  show: SerializeSection<A>
  /** False for a section that is not edited in drafts. */
  isInDrafts?: boolean
}

export function readSectionRoute<A extends z.ZodType>(
  definitions: Definitions,
  { show, isInDrafts = true, ...part }: SectionRoute<A>,
): Route {
  return agentRoute({
    ...readAccess,
    ...(isInDrafts && { configuration: 'read' as const }),
    ...part,
    method: 'GET',
    handle: async ({ tx, agent }) => show(await definitions.read(tx, agent)),
  })
}

type WritableSectionRoute<B extends z.ZodType, A extends z.ZodType> = SectionRoute<A> & {
  method: 'PUT' | 'PATCH' | 'POST'
  body: B
  bodyName?: string
  bodyLimit?: number
  pathStyle?: PathStyle
  problems?: readonly ProblemCode[]
  edit: (definition: AgentDefinition, body: z.output<B>, world: World) => AgentDefinition
}

export function writeSectionRoute<B extends z.ZodType, A extends z.ZodType>(
  definitions: Definitions,
  { show, edit, isInDrafts = true, pathStyle = 'section', problems = [], ...part }: WritableSectionRoute<B, A>,
): Route {
  return agentRoute({
    ...writeAccess,
    ...(isInDrafts && { configuration: 'write' as const }),
    ...part,
    problems: [...writeProblems, ...problems],
    find: ({ tx, agent }) => definitions.lock(tx, agent),
    handle: async ({ tx, agent, found, body, world }) =>
      show(
        await definitions.write(tx, agent, {
          locked: found as LockedDefinition,
          edit: (definition) => edit(definition, body, world),
          world,
          pathStyle,
        }),
      ),
  })
}

export const TemplateChoice = z
  .strictObject({ templateId: z.string().min(1).max(200) })
  .meta({ id: 'TemplateChoice', examples: [{ templateId: '@svc/personality.warm' }] })

type TemplateImport<T, A extends z.ZodType> = {
  path: string
  tag: string
  summary: string
  response: A
  find: (templateId: string) => T | undefined
  edit: (definition: AgentDefinition, template: T) => AgentDefinition
  show: (definition: AgentDefinition) => z.input<A>
}

export function templateImportRoute<T, A extends z.ZodType>(
  definitions: Definitions,
  { find, edit, show, ...part }: TemplateImport<T, A>,
): Route {
  return agentRoute({
    ...importAccess,
    ...part,
    configuration: 'write',
    method: 'POST',
    body: TemplateChoice,
    problems: [...writeProblems, 'resource.conflict'],
    guardedBy: '',
    find: ({ tx, agent }) => definitions.lock(tx, agent),
    handle: async ({ tx, agent, found, body, world }) => {
      const template = requireTemplate(find(body.templateId), body.templateId)
      return show(
        await definitions.write(tx, agent, {
          locked: found,
          edit: (definition) => edit(definition, template),
          world,
        }),
      )
    },
  })
}

export function requireTemplate<T>(template: T | undefined, id: string): T {
  if (template === undefined) throw problem('resource.not_found', 404, { detail: `The catalog has no template ${id}` })
  return template
}
