import {
  type AgentDefinition,
  applyTemplate,
  applyUpdate,
  exportDocument,
  importSections,
  newDefinition,
  printYaml,
  Refused,
  readDocument,
  sameValue,
  type TemplateContent,
  type Templates,
  type UpdateEntry,
} from '@parley/definition'

/** What a change would make of the agent, told by the sections that it touches; or why it cannot be made. */
export type Preview =
  | { ok: true; changed: string[]; before: string; after: string }
  | { ok: false; errors: { field: string; message: string }[] }

type Document = Record<string, unknown>

export function afterImport(exported: Document, value: unknown): Preview {
  return previewed(exported, (before) => importSections(before, readDocument(value), now()))
}

export function afterTemplate(exported: Document, content: TemplateContent): Preview {
  return previewed(exported, (before) => applyTemplate(before, content))
}

export function afterUpdate(exported: Document, { kind, id }: Pick<UpdateEntry, 'kind' | 'id'>, templates: Templates) {
  return previewed(exported, (before) => applyUpdate(before, { kind, id }, templates))
}

/** Places are looked up by the server, when it is done. */
const now = () => ({ now: new Date().toISOString(), places: new Map() })

function previewed(exported: Document, edit: (before: AgentDefinition) => AgentDefinition): Preview {
  try {
    const before = importSections(newDefinition(''), readDocument(exported), now())
    return compared(exportDocument(before), exportDocument(edit(before)))
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    const { detail = error.code, errors = [{ field: '', message: detail }] } = error.told
    return { ok: false, errors: errors.map(({ field, message }) => ({ field, message })) }
  }
}

/** Only what differs is shown: the rest of an agent can be very long. */
function compared(before: Document, after: Document): Preview {
  const changed = Object.keys(after).filter((section) => !sameValue(before[section], after[section]))
  const printed = (document: Document) =>
    changed.length === 0 ? '' : printYaml(Object.fromEntries(changed.map((section) => [section, document[section]])))
  return { ok: true, changed, before: printed(before), after: printed(after) }
}
