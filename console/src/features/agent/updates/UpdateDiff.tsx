import { Text } from '@mantine/core'
import type { Schema } from '@parley/sdk'
import { useMemo } from 'react'
import { Loading } from '../../../components/PageStates.tsx'

import { PreviewDiff, previewUpdate } from '../document/PreviewDiff.tsx'
import { useAgentDocument } from '../frame/useAgentDocument.ts'
import { useTemplateBlocks } from '../templates/TemplateContents.tsx'

export default function UpdateDiff({ entry }: { entry: Schema<'UpdateEntry'> }) {
  const exported = useAgentDocument().data
  const pieces = useTemplateBlocks()
  const preview = useMemo(() => {
    if (!exported || !pieces) return undefined
    const find =
      <T extends { id: string }>(entries: readonly T[]) =>
      (id: string) =>
        entries.find((one) => one.id === id)
    const templates = {
      personality: find(pieces.personalities),
      objective: find(pieces.objectives),
      playbook: find(pieces.playbooks),
    }
    return previewUpdate(exported, entry, templates as Parameters<typeof previewUpdate>[2])
  }, [exported, pieces, entry])
  if (!preview) return <Loading />
  if (!preview.ok) return <Text>{preview.errors.map(({ message }) => message).join('; ')}</Text>
  return <PreviewDiff preview={preview} />
}
