import { Skeleton } from '@mantine/core'
import type { Channel } from '@parley/amf'
import { lazy, Suspense } from 'react'
import { strings } from '#i18n/aml.ts'

export type AmlPreviewProps = {
  text: string
  /** Those of the tabs, in their order; all unless given. */
  channels?: readonly Channel[]
  /** What slots read; made-up values unless given. */
  values?: (path: string) => string | undefined
}

const AmlShown = lazy(async () => ({ default: (await import('./RenderedAml.tsx')).RenderedAml }))

/** What a text becomes on each channel, as it is sent. */
export function AmlPreview(props: AmlPreviewProps) {
  return (
    <Suspense fallback={<Skeleton h={320} role="status" aria-label={strings.loading} />}>
      <AmlShown {...props} />
    </Suspense>
  )
}
