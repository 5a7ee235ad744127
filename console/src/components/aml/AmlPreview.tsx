import { Skeleton } from '@mantine/core'
import type { Channel } from '@parley/amf'
import { lazy, Suspense } from 'react'
import { strings } from '#i18n/aml.ts'

export type AmlPreviewProps = {
  text: string
  /** Channels of the tabs, in order; defaults to all. */
  channels?: readonly Channel[]
  /** Values of the slots; defaults to example values. With `none`, the text has no slots. */
  values?: ((path: string) => string | undefined) | 'none'
  /** Height of the phone; defaults to 28rem. */
  height?: string
}

const AmlShown = lazy(async () => ({ default: (await import('./RenderedAml.tsx')).RenderedAml }))

export function AmlPreview(props: AmlPreviewProps) {
  return (
    <Suspense fallback={<Skeleton h={320} role="status" aria-label={strings.loading} />}>
      <AmlShown {...props} />
    </Suspense>
  )
}
