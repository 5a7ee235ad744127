import type { Schema } from '@parley/sdk'

type Objective = Schema<'AgentObjective'>

export type ObjectiveForm = {
  id: string
  name: string
  description: string
  body: string
  /** A number, or '' for none. */
  priority: number | ''
  enabled: boolean
  templateId: string
  version: string
}
export type ObjectivesForm = { objectives: ObjectiveForm[] }

export const blankObjective: ObjectiveForm = {
  id: '',
  name: '',
  description: '',
  body: '',
  priority: '',
  enabled: true,
  templateId: '',
  version: '',
}

export function toObjectivesForm({ data }: { data: Objective[] }): ObjectivesForm {
  return {
    objectives: data.map(({ id, name, description = '', body, priority, enabled = true, derivedFrom }) => ({
      id,
      name,
      description,
      body,
      priority: priority ?? '',
      enabled,
      templateId: derivedFrom?.templateId ?? '',
      version: derivedFrom?.version ?? '',
    })),
  }
}

/** The server maintains where an objective came from. */
export function toObjectivesBody({ objectives }: ObjectivesForm) {
  return {
    objectives: objectives.map(({ id, name, description, body, priority, enabled }) => ({
      id,
      name,
      ...(description && { description }),
      body,
      ...(priority !== '' && { priority }),
      ...(!enabled && { enabled }),
    })),
  }
}
