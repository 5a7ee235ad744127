import { Badge, Group, Skeleton, Stack, Text } from '@mantine/core'
import {
  type AgentDefinition,
  applyTemplate,
  applyUpdate,
  ChangeRejectedError,
  createDefinition,
  exportDocument,
  importSections,
  isSameValue,
  parseImportDocument,
  printYaml,
  type TemplateContent,
  type Templates,
  type UpdateEntry,
} from '@parley/definition'
import { lazy, Suspense, useMemo } from 'react'
import { strings } from '#i18n/agent.ts'

const DiffView = lazy(async () => ({ default: (await import('../../../components/code/DiffView.tsx')).DiffView }))
const { preview: texts } = strings

/** The changes section by section, or a notice that there are none. */
export function PreviewDiff({ preview }: { preview: Extract<DocumentPreview, { ok: true }> }) {
  const { before, after, changed } = preview
  const sides = useMemo(
    () => ({ before: { label: texts.before, text: before }, after: { label: texts.after, text: after } }),
    [before, after],
  )
  if (changed.length === 0) return <Text role="status">{texts.nothing}</Text>
  return (
    <Stack gap="xs">
      <Group gap={6}>
        <Text size="sm">{texts.changes}</Text>
        {changed.map((section) => (
          <Badge key={section} variant="default" tt="none">
            {texts.sections[section as keyof typeof texts.sections] ?? section}
          </Badge>
        ))}
      </Group>
      <Suspense fallback={<Skeleton h={200} />}>
        <DiffView {...sides} />
      </Suspense>
    </Stack>
  )
}

/** The effect of a change on the agent, by section, or why the change is invalid. */
export type DocumentPreview =
  | { ok: true; changed: string[]; before: string; after: string }
  | { ok: false; errors: { field: string; message: string }[] }

type Document = Record<string, unknown>

export function previewImport(exported: Document, value: unknown): DocumentPreview {
  return toPreview(exported, (before) => importSections(before, parseImportDocument(value), now()))
}

export function previewTemplate(exported: Document, content: TemplateContent): DocumentPreview {
  return toPreview(exported, (before) => applyTemplate(before, content))
}

export function previewUpdate(
  exported: Document,
  { kind, id }: Pick<UpdateEntry, 'kind' | 'id'>,
  templates: Templates,
) {
  return toPreview(exported, (before) => applyUpdate(before, { kind, id }, templates))
}

/** The server looks up places when the change is applied; the preview has none. */
const now = () => ({ now: new Date().toISOString(), places: new Map() })

function toPreview(exported: Document, edit: (before: AgentDefinition) => AgentDefinition): DocumentPreview {
  try {
    const before = importSections(createDefinition(''), parseImportDocument(exported), now())
    return diffSections(exportDocument(before), exportDocument(edit(before)))
  } catch (error) {
    if (!(error instanceof ChangeRejectedError)) throw error
    const { detail = error.code, errors = [{ field: '', message: detail }] } = error.details
    return { ok: false, errors: errors.map(({ field, message }) => ({ field, message })) }
  }
}

/** Only differing sections are shown: the rest of an agent can be very long. */
function diffSections(before: Document, after: Document): DocumentPreview {
  const changed = Object.keys(after).filter((section) => !isSameValue(before[section], after[section]))
  const printed = (document: Document) =>
    changed.length === 0 ? '' : printYaml(Object.fromEntries(changed.map((section) => [section, document[section]])))
  return { ok: true, changed, before: printed(before), after: printed(after) }
}
