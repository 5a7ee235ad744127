import { Badge, Group, Skeleton, Stack, Text } from '@mantine/core'
import { lazy, Suspense, useMemo } from 'react'
import { words } from '#words/agent.ts'
import type { Preview } from './preview.ts'

const DiffView = lazy(async () => ({ default: (await import('../../../parts/code/DiffView.tsx')).DiffView }))
const { preview: said } = words

/** What would change, section by section; or that nothing would. */
export function PreviewDiff({ preview }: { preview: Extract<Preview, { ok: true }> }) {
  const { before, after, changed } = preview
  const sides = useMemo(
    () => ({ before: { label: said.before, text: before }, after: { label: said.after, text: after } }),
    [before, after],
  )
  if (changed.length === 0) return <Text role="status">{said.nothing}</Text>
  return (
    <Stack gap="xs">
      <Group gap={6}>
        <Text size="sm">{said.changes}</Text>
        {changed.map((section) => (
          <Badge key={section} variant="default" tt="none">
            {said.sections[section as keyof typeof said.sections] ?? section}
          </Badge>
        ))}
      </Group>
      <Suspense fallback={<Skeleton h={200} />}>
        <DiffView {...sides} />
      </Suspense>
    </Stack>
  )
}
