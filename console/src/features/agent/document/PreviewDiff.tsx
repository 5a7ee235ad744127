import { Badge, Group, Skeleton, Stack, Text } from '@mantine/core'
import { lazy, Suspense, useMemo } from 'react'
import { strings } from '#i18n/agent.ts'
import type { DocumentPreview } from './document-preview.ts'

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
