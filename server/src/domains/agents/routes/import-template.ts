import type { AgentDefinition } from '@parley/definition'
import { z } from 'zod'
import { problem } from '../../../platform/http/problem.ts'
import { agentRoute, type Route } from '../../../platform/http/route.ts'
import type { Definitions } from '../definition/definitions.ts'
import { importAccess, writeProblems } from './section.ts'

export const TemplateChoice = z
  .strictObject({ templateId: z.string().min(1).max(200) })
  .meta({ id: 'TemplateChoice', examples: [{ templateId: '@svc/personality.warm' }] })

type TemplateImport<T, A extends z.ZodType> = {
  path: string
  tag: string
  summary: string
  answer: A
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
